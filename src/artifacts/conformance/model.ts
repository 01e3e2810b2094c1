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

/** Every badge, best first, and the tier that it stands for: the same grade in short and in words. */
export const TIER_OF = {
  T1: 'Tier 1',
  T2: 'Tier 2',
  T3: 'Tier 3',
  F: 'Fail',
} as const;

/** A grade in short. */
export type Badge = keyof typeof TIER_OF;
/** A grade in words. */
export type Tier = (typeof TIER_OF)[Badge];

/** All badges, best first. */
export const BADGES = Object.keys(TIER_OF) as readonly Badge[];
/** All tiers, best first. */
export const TIERS = Object.values(TIER_OF) as readonly Tier[];
