import type { ApprovalVerdict } from '../../artifacts/approval/model.ts';
import { type HeldEntry, stateOf } from '../../features/gateway/enforce/held-state.ts';
import { quote } from '../../text/clip.ts';
import { formatInstant } from '../../time/instant.ts';
import type { HeldCalls } from './held-calls.ts';

/** What became of a decision about a held call. */
export type HeldDecision =
  | { readonly kind: 'decided'; readonly entry: HeldEntry }
  /** Another decision was first, or the call is over; `why` says which, as the rest of a sentence about the call. */
  | { readonly kind: 'too-late'; readonly entry: HeldEntry; readonly why: string }
  | { readonly kind: 'unknown' };

/**
 * Decides about a held call. Of two decisions the first counts, wherever they come from.
 * @throws InputError when a file of the call is damaged
 */
export function decideHeld(calls: HeldCalls, id: string, decision: ApprovalVerdict): HeldDecision {
  const entry = calls.find(id);
  if (!entry) return { kind: 'unknown' };
  const state = stateOf(entry, decision.at);
  if (state !== 'pending') return { kind: 'too-late', entry, why: whyTooLate(entry, state) };
  const isFirst = calls.decide(id, decision);
  const after = calls.find(id);
  if (!after) return { kind: 'unknown' };
  if (!isFirst) return { kind: 'too-late', entry: after, why: whyTooLate(after, 'decided') };
  // its client may have withdrawn it at the same moment
  if (after.end?.end === 'abandoned') {
    return { kind: 'too-late', entry: after, why: whyTooLate(after, 'abandoned') };
  }
  return { kind: 'decided', entry: after };
}

function whyTooLate({ held, verdict, end }: HeldEntry, state: string): string {
  const by = verdict && `was ${verdict.verdict} by ${quote(verdict.by)} at ${formatInstant(verdict.at)}`;
  const why: Readonly<Record<string, string | undefined>> = {
    abandoned: `was withdrawn by its client at ${end && formatInstant(end.at)}`,
    expired: by ?? `expired at ${formatInstant(held.expires)}`,
  };
  return why[state] ?? by ?? 'is over';
}
