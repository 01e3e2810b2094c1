import type { Evidence } from '../../../artifacts/evidence/model.ts';
import type { Duration } from '../../../time/duration.ts';
import { formatInstant, parseInstant } from '../../../time/instant.ts';
import type { Reason } from './reasons.ts';
import type { Times } from './times.ts';

/** What freshness depends on in addition to the artifact. */
export interface FreshnessContext extends Times {
  readonly maxAge: Duration;
}

/**
 * Whether evidence is young enough: both the run, by its `generated_at`, and a verified signature. The older of the two
 * counts. A signature shows that the artifact was there by then, and nobody can make it older; but whoever signs an old
 * run anew must not make it young.
 */
export function checkFreshness({ generated_at }: Evidence, context: FreshnessContext): Reason[] {
  const { now, maxAge, clockSkew, signedAt } = context;
  const generated = generated_at === undefined ? undefined : parseInstant(generated_at);
  if (generated === undefined) {
    const message = `generated_at ${generated_at === undefined ? 'is missing' : 'cannot be read'}, so its age is unknown`;
    return [{ code: 'age-unknown', message }];
  }
  // of what is from the future nobody can say that it is young
  if (signedAt !== undefined && signedAt > now + clockSkew) {
    return [{ code: 'age-unknown', message: 'it was signed in the future, so its age is unknown' }];
  }
  if (generated > now + clockSkew) {
    return [{ code: 'age-unknown', message: 'generated_at lies in the future, so its age is unknown' }];
  }
  const isSignedBefore = signedAt !== undefined && signedAt < generated;
  const [time, made] = isSignedBefore ? [signedAt, 'it was signed'] : [generated, 'the run ended'];
  if (now - time <= maxAge) return [];
  const message = `${made} at ${formatInstant(time)}; the oldest that is accepted is ${formatInstant(now - maxAge)}`;
  return [{ code: 'stale', message }];
}
