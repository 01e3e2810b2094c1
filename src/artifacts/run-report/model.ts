/** How one test ended. A failed assertion, an error and a timeout are all `fail`. */
export type TestStatus = 'pass' | 'fail' | 'skip' | 'inconclusive';

/** One test of a run, as far as the report tells. */
export interface TestRecord {
  readonly name: string;
  readonly status: TestStatus;
  readonly server?: string;
  readonly file?: string;
  readonly line?: number;
  readonly duration_ms?: number;
  readonly message?: string;
}

/** How many tests ended how. A count that the report does not carry is absent, never guessed. */
export interface RunCounts {
  readonly total?: number;
  readonly passed?: number;
  readonly failed?: number;
  readonly skipped?: number;
  readonly inconclusive?: number;
}

/** The canonical run report (`mcptest.dev/run/v1`), reduced to what the program uses. */
export interface RunReport {
  readonly counts: RunCounts;
  /** Absent when the report carries counts alone. */
  readonly tests?: readonly TestRecord[];
}
