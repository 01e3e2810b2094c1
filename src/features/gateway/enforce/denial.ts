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

/** Says to an agent that a call needs an approval that nobody can give here. */
export function unaskedHoldInWords(verdict: Verdict): string {
  return `${holdInWords(verdict)}; this hook cannot ask, so the call is denied; do not retry, tell the user`;
}

function byWhom(policy: string | null): string {
  return policy === null ? 'default' : `policy \`${policy}\``;
}
