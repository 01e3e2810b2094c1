import type { Tone } from '../text/tone.ts';
import type { Duration } from '../time/duration.ts';
import type { Instant } from '../time/instant.ts';
import { OUTCOMES, type RuleOutcome } from './outcomes.ts';
import type { Waiver } from './policy.ts';

/**
 * Returns how long a waiver is still active, or undefined when it is not. At the very moment of its expiry a waiver
 * is no longer active.
 */
export function timeLeft(expiresAt: Instant | undefined, now: Instant): Duration | undefined {
  return expiresAt !== undefined && now < expiresAt ? expiresAt - now : undefined;
}

/** Whether a waiver is active now. */
export function isActive({ expiresAt }: Waiver, now: Instant): boolean {
  return timeLeft(expiresAt, now) !== undefined;
}

/** Finds the waivers that were renewed: another waiver of the same rule is active for longer. */
export class Renewals {
  /** For each rule, the two waivers that are active longest, longest first. */
  readonly #longest = new Map<string, readonly Term[]>();

  constructor(waivers: readonly Waiver[], now: Instant) {
    for (const waiver of waivers) {
      const left = timeLeft(waiver.expiresAt, now);
      if (left === undefined) continue;
      const longest = [...(this.#longest.get(waiver.rule) ?? []), { waiver, left }];
      this.#longest.set(waiver.rule, longest.sort((a, b) => b.left - a.left).slice(0, 2));
    }
  }

  /**
   * Whether another waiver of the same rule is still active after the given time. Then the promise was renewed, and
   * the owner need not act on this one.
   */
  isRenewed(waiver: Waiver, after: Duration): boolean {
    const longest = this.#longest.get(waiver.rule) ?? [];
    return longest.some((other) => other.waiver !== waiver && other.left > after);
  }
}

interface Term {
  readonly waiver: Waiver;
  readonly left: Duration;
}

/** Every status that a waiver can have. */
export const WAIVER_STATUSES = {
  active: { tone: 'note', meaning: 'it suppresses the failure of its rule' },
  expired: { tone: 'bad', meaning: 'its rule does not hold, and it no longer suppresses the failure' },
  unused: {
    tone: 'quiet',
    meaning: 'its rule passes or was not evaluated, so there is no failure to suppress',
  },
  'unknown-rule': { tone: 'caution', meaning: 'it names a rule that is not in the policy' },
} as const satisfies Record<string, { tone: Tone; meaning: string }>;

/** The status of a waiver. */
export type WaiverStatus = keyof typeof WAIVER_STATUSES;

/** All statuses, in the order of the table. */
export const WAIVER_STATUS_NAMES = Object.keys(WAIVER_STATUSES) as readonly WaiverStatus[];

/** Returns the status of a waiver, from the outcome of its rule: undefined when there is no such rule. */
export function waiverStatus(waiver: Waiver, outcome: RuleOutcome | undefined, now: Instant): WaiverStatus {
  if (outcome === undefined) return 'unknown-rule';
  if (!OUTCOMES[outcome].isFalse) return 'unused';
  return isActive(waiver, now) ? 'active' : 'expired';
}
