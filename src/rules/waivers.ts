import type { Tone } from '../text/tone.ts';
import type { Duration } from '../time/duration.ts';
import type { Instant } from '../time/instant.ts';
import { OUTCOMES, type Outcome } from './outcomes.ts';
import type { Waiver } from './policy.ts';

/**
 * How long a waiver still holds; undefined when it does not. It suppresses up to the moment of its expiry, from
 * that very moment on it does not.
 */
export function timeLeft(expiresAt: Instant | undefined, now: Instant): Duration | undefined {
  return expiresAt !== undefined && now < expiresAt ? expiresAt - now : undefined;
}

/** Whether a waiver suppresses anything now. */
export function isActive({ expiresAt }: Waiver, now: Instant): boolean {
  return timeLeft(expiresAt, now) !== undefined;
}

/**
 * Whether another waiver of the same rule still holds after the given time: the promise was renewed, and nobody
 * need act on this one.
 */
export function isRenewed(
  waiver: Waiver,
  waivers: readonly Waiver[],
  now: Instant,
  after: Duration,
): boolean {
  return waivers.some(
    (other) =>
      other !== waiver && other.rule === waiver.rule && (timeLeft(other.expiresAt, now) ?? -1) > after,
  );
}

/** The waivers of each rule, in file order. */
export function groupByRule(waivers: readonly Waiver[]): ReadonlyMap<string, readonly Waiver[]> {
  const groups = new Map<string, Waiver[]>();
  for (const waiver of waivers) {
    const group = groups.get(waiver.rule);
    if (group) group.push(waiver);
    else groups.set(waiver.rule, [waiver]);
  }
  return groups;
}

/** Everything that can become of a waiver. */
export const WAIVER_STATUSES = {
  active: { tone: 'note', meaning: 'it suppresses the failure of its rule' },
  expired: { tone: 'bad', meaning: 'its rule is false, and it no longer suppresses that' },
  unused: { tone: 'quiet', meaning: 'its rule passes or was not evaluated: there is no failure to suppress' },
  'unknown-rule': { tone: 'caution', meaning: 'it names no rule of the policy' },
} as const satisfies Record<string, { tone: Tone; meaning: string }>;

/** What became of a waiver. */
export type WaiverStatus = keyof typeof WAIVER_STATUSES;

/** All statuses, in the order of the table. */
export const WAIVER_STATUS_NAMES = Object.keys(WAIVER_STATUSES) as readonly WaiverStatus[];

/** The status of a waiver, from the outcome of its rule; undefined when there is no such rule. */
export function waiverStatus(waiver: Waiver, outcome: Outcome | undefined, now: Instant): WaiverStatus {
  if (outcome === undefined) return 'unknown-rule';
  if (!OUTCOMES[outcome].isFalse) return 'unused';
  return isActive(waiver, now) ? 'active' : 'expired';
}
