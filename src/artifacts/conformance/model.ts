/** How well a server keeps the MCP specification. Counts leave out skipped checks. */
export interface Conformance {
  readonly badge?: Badge;
  readonly tier?: Tier;
  readonly must_passed?: number;
  readonly must_total?: number;
  readonly should_passed?: number;
  readonly should_total?: number;
}

export type Badge = 'T1' | 'T2' | 'T3' | 'F';
export type Tier = 'Tier 1' | 'Tier 2' | 'Tier 3' | 'Fail';
