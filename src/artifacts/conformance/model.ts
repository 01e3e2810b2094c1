/** How well a server keeps the MCP specification. */
export interface Conformance extends ConformanceCounts {
  /** Absent when the report neither states one nor carries the counts that decide it. */
  readonly badge?: Badge;
  readonly tier?: Tier;
}

/** Checks by requirement level, without skipped ones. A count that the report does not carry is absent. */
export interface ConformanceCounts {
  readonly must_passed?: number;
  readonly must_total?: number;
  readonly should_passed?: number;
  readonly should_total?: number;
}

export type Badge = 'T1' | 'T2' | 'T3' | 'F';
export type Tier = 'Tier 1' | 'Tier 2' | 'Tier 3' | 'Fail';
