/** How one test ended. A failed assertion, an error and a timeout are all `fail`. */
export type TestStatus = 'pass' | 'fail' | 'skip' | 'inconclusive';

/** One test of a run, as far as the report tells. */
export interface TestRecord {
  readonly name: string;
  readonly status: TestStatus;
  readonly server?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly duration_ms?: number | undefined;
  readonly message?: string | undefined;
  readonly rule_id?: string | undefined;
  readonly severity?: string | undefined;
}

/** How many tests ended how. A count that the report does not carry is absent, never guessed. */
export interface RunCounts {
  readonly total?: number;
  readonly passed?: number;
  readonly failed?: number;
  readonly skipped?: number;
  readonly inconclusive?: number;
}

/** A server under test. */
export interface ServerUnderTest {
  readonly name: string;
  readonly transport?: string | undefined;
  readonly auth?: string | undefined;
  readonly version?: string | undefined;
  readonly protocol_version?: string | undefined;
}

/** The state of the code that was tested. */
export interface RunSource {
  readonly repo?: string;
  readonly branch?: string;
  readonly commit_sha?: string;
}

/** What a run report may say of the run as a whole; texts are as written, times are not parsed. */
export interface RunMetadata {
  readonly run_id?: string | undefined;
  readonly mcptest_version?: string | undefined;
  readonly started_at?: string | undefined;
  readonly ended_at?: string | undefined;
  /** `ended_at` was told by a clock without a zone: it is the earliest moment that can be meant. */
  readonly is_end_earliest?: true;
  readonly duration_ms?: number | undefined;
  readonly servers?: readonly ServerUnderTest[] | undefined;
  readonly spec_version?: string | undefined;
  readonly corpus_version?: string | undefined;
  readonly cassette_hash?: string | undefined;
  /** Any JSON but null, as are the next two. */
  readonly cost_profile?: unknown;
  readonly compliance_tier?: unknown;
  readonly tdqs?: unknown;
}

/** The canonical run report (`mcptest.dev/run/v1`). */
export interface RunReport extends RunMetadata {
  readonly counts: RunCounts;
  /** Absent when the report carries counts alone. */
  readonly tests?: readonly TestRecord[];
  readonly source?: RunSource;
}
