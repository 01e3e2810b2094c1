/** How one test ended. A failed assertion, an error and a timeout are all `fail`. */
export type TestStatus = 'pass' | 'fail' | 'skip' | 'inconclusive';

/** One test of a run, as far as the report describes it. */
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
  /** Set for a test that failed first and passed on a retry. */
  readonly flaky?: true | undefined;
}

/** The number of tests by how they ended. A count that is not in the report is absent, never guessed. */
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

/** What a run report may say about the run as a whole. Texts are as written; times are not parsed. */
export interface RunMetadata {
  readonly run_id?: string | undefined;
  readonly mcptest_version?: string | undefined;
  readonly started_at?: string | undefined;
  readonly ended_at?: string | undefined;
  /** Set when the report gave the end without a time zone: `ended_at` is then the earliest moment it can mean. */
  readonly is_end_earliest?: true;
  readonly duration_ms?: number | undefined;
  readonly servers?: readonly ServerUnderTest[] | undefined;
  readonly spec_version?: string | undefined;
  readonly corpus_version?: string | undefined;
  readonly cassette_hash?: string | undefined;
  /** Any JSON except null, like the next two. */
  readonly cost_profile?: unknown;
  readonly compliance_tier?: unknown;
  readonly tdqs?: unknown;
}

/** The canonical run report (`mcptest.dev/run/v1`). */
export interface RunReport extends RunMetadata {
  readonly counts: RunCounts;
  /** Absent when the report contains only counts. */
  readonly tests?: readonly TestRecord[];
  readonly source?: RunSource;
}
