import type { Duration } from '../../../time/duration.ts';
import type { Instant } from '../../../time/instant.ts';

/** The times that those which evidence states are compared with. */
export interface Times {
  readonly now: Instant;
  /** How far the clocks of two machines may differ. */
  readonly clockSkew: Duration;
  /** When a verified signature was made, as far as it tells. */
  readonly signedAt?: Instant | undefined;
}
