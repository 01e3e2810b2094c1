import type { Instant } from '../../time/instant.ts';

/** A judge certification (`mcptest.dev/judge-cert/v1`), reduced to what the program uses. */
export interface JudgeCert {
  readonly certified?: boolean;
  /** Expected calibration error, 0 to 1. */
  readonly ece?: number;
  /** Brier score, 0 to 1. */
  readonly brier?: number;
  /** Absent when the certification states no end. */
  readonly validity?: Validity;
}

/** Valid from `from` up to, but not including, `until`; without `from` it has no start: neither a start nor `certified_at` is stated. */
export interface Validity {
  readonly from?: Instant;
  readonly until: Instant;
}
