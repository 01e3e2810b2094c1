import type { Evidence } from '../../artifacts/evidence.ts';
import type { Duration } from '../../time/duration.ts';
import { formatInstant, type Instant, parseInstant } from '../../time/instant.ts';
import type { Reason } from '../reasons.ts';

/** What freshness depends on beside the artifact. */
export interface FreshnessContext {
  readonly now: Instant;
  readonly maxAge: Duration;
  readonly clockSkew: Duration;
  /** When a signature that was verified was made, as far as it tells. */
  readonly signedAt?: Instant | undefined;
}

/**
 * Whether evidence is young enough. The time of a verified signature counts where there is one, for `generated_at` is
 * what the artifact claims of itself.
 */
export function checkFreshness({ generated_at }: Evidence, context: FreshnessContext): Reason[] {
  const { now, maxAge, clockSkew, signedAt } = context;
  if (signedAt !== undefined && signedAt > now + clockSkew) {
    const message = `it was signed at ${formatInstant(signedAt)}, but it is ${formatInstant(now)}`;
    return [{ code: 'signed-in-future', message }];
  }
  const time = signedAt ?? (generated_at === undefined ? undefined : parseInstant(generated_at));
  if (time === undefined) {
    const message = `generated_at ${generated_at === undefined ? 'is missing' : 'cannot be read'}, so its age is unknown`;
    return [{ code: 'age-unknown', message }];
  }
  // of an artifact from the future nobody can say that it is young
  if (signedAt === undefined && time > now + clockSkew) {
    return [{ code: 'age-unknown', message: 'generated_at lies in the future, so its age is unknown' }];
  }
  if (now - time <= maxAge) return [];
  const made = signedAt === undefined ? 'generated' : 'signed';
  const message = `it was ${made} at ${formatInstant(time)}; the oldest that is accepted is ${formatInstant(now - maxAge)}`;
  return [{ code: 'stale', message }];
}
