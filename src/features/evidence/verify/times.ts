import type { Duration } from '../../../time/duration.ts';
import type { Instant } from '../../../time/instant.ts';

/** The times to compare the stated times of evidence with. */
export interface Times {
  readonly now: Instant;
  /** How far the clocks of two machines may differ. */
  readonly clockSkew: Duration;
  /** When a verified signature was made. Undefined when it proves no time. */
  readonly signedAt?: Instant | undefined;
}
