import type { Evidence } from '../../../artifacts/evidence/model.ts';
import type { Duration } from '../../../time/duration.ts';
import { formatInstant, parseInstant } from '../../../time/instant.ts';
import type { Reason } from './reasons.ts';
import type { Times } from './times.ts';

/** The inputs of the freshness check in addition to the artifact. */
export interface FreshnessContext extends Times {
  readonly maxAge: Duration;
}

/**
 * Checks that neither the run, by its `generated_at`, nor a verified signature is too old. The older of the two times counts.
 * A signature proves that the artifact existed by then, and its time cannot be forged to be older. But a new signature must
 * not make an old run young.
 */
export function checkFreshness({ generated_at }: Evidence, context: FreshnessContext): Reason[] {
  const { now, maxAge, clockSkew, signedAt } = context;
  const generated = generated_at === undefined ? undefined : parseInstant(generated_at);
  if (generated === undefined) {
    const message = `generated_at ${generated_at === undefined ? 'is missing' : 'cannot be read'}, so the age is unknown`;
    return [{ code: 'age-unknown', message }];
  }
  // a time in the future does not show that anything is young
  if (signedAt !== undefined && signedAt > now + clockSkew) {
    return [{ code: 'age-unknown', message: 'the artifact was signed in the future, so its age is unknown' }];
  }
  if (generated > now + clockSkew) {
    return [{ code: 'age-unknown', message: 'generated_at is in the future, so the age is unknown' }];
  }
  const isSignedBefore = signedAt !== undefined && signedAt < generated;
  const [time, made] = isSignedBefore ? [signedAt, 'the artifact was signed'] : [generated, 'the run ended'];
  if (now - time <= maxAge) return [];
  const message = `${made} at ${formatInstant(time)}, before ${formatInstant(now - maxAge)}, the oldest accepted time`;
  return [{ code: 'stale', message }];
}
