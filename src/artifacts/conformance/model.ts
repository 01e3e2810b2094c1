/** How well a server conforms to the MCP specification. */
export interface Conformance extends ConformanceCounts {
  /** Absent when the report states neither a badge nor the counts that it follows from. */
  readonly badge?: Badge;
  readonly tier?: Tier;
}

/** Checks by requirement level, without skipped ones. A count that is not in the report is absent. */
export interface ConformanceCounts {
  readonly must_passed?: number;
  readonly must_total?: number;
  readonly should_passed?: number;
  readonly should_total?: number;
}

/** Every badge, best first, and its tier: the same grade as a short code and spelled out. */
export const TIER_OF = {
  T1: 'Tier 1',
  T2: 'Tier 2',
  T3: 'Tier 3',
  F: 'Fail',
} as const;

/** A grade as a short code. */
export type Badge = keyof typeof TIER_OF;
/** A grade, spelled out. */
export type Tier = (typeof TIER_OF)[Badge];

/** All badges, best first. */
export const BADGES = Object.keys(TIER_OF) as readonly Badge[];
/** All tiers, best first. */
export const TIERS = Object.values(TIER_OF) as readonly Tier[];
