import { quote } from '../../../text/clip.ts';
import type { Decided } from './decider.ts';

type Verdict = Decided['verdict'];

/** Says to an agent that a call is denied, and that trying again does not help. */
export function denialInWords({ reason, matchedPolicy }: Verdict): string {
  return `denied by ${byWhom(matchedPolicy)}: ${reason}; do not retry`;
}

/** Says to a person that a call waits for an answer. */
export function holdInWords({ reason, matchedPolicy }: Verdict): string {
  return `held for approval by ${byWhom(matchedPolicy)}: ${reason}`;
}

/** Says to an agent that a call waits in the list of held calls, under an identifier that the user can approve. */
export function waitingInWords(verdict: Verdict, command: string): string {
  return `${holdInWords(verdict)}; there is no decision yet; after \`${command}\` the same call passes once; tell the user, and do not retry before`;
}

/** Says to an agent that a person has denied a held call. */
export function refusedInWords(verdict: Verdict, by: string): string {
  return `${holdInWords(verdict)}; denied by ${quote(by)}; do not retry`;
}

/** Said of a call that is held and has a number that a double cannot tell from its neighbour. */
export const INEXACT =
  'the arguments hold a number that is too long to be compared, so no approval can be bound to them';

function byWhom(policy: string | null): string {
  return policy === null ? 'default' : `policy \`${policy}\``;
}
