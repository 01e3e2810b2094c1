import type { ApprovalEnd, ApprovalVerdict, HeldCall } from '../../../artifacts/approval/model.ts';
import type { Instant } from '../../../time/instant.ts';

/** A held call with what has happened to it. */
export interface HeldEntry {
  readonly held: HeldCall;
  readonly verdict?: ApprovalVerdict | undefined;
  readonly end?: ApprovalEnd | undefined;
}

/** Where a held call can stand. */
export const HELD_STATES = ['pending', 'approved', 'denied', 'expired', 'used', 'abandoned'] as const;

/** One of these. */
export type HeldState = (typeof HELD_STATES)[number];

/** Returns where a held call stands. A decision that was not used in its time has expired, whatever it was. */
export function stateOf({ held, verdict, end }: HeldEntry, now: Instant): HeldState {
  if (end) return end.end;
  if (now >= lastUse({ held, verdict })) return 'expired';
  return verdict ? verdict.verdict : 'pending';
}

/** Returns when a held call expires: an undecided one, or its decision. */
export function lastUse({ held, verdict }: Pick<HeldEntry, 'held' | 'verdict'>): Instant {
  return verdict ? verdict.at + (held.expires - held.created) : held.expires;
}
