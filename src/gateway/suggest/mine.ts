import type { Policy } from '../model.ts';
import { parseRuleSet } from '../rule-set-file.ts';
import { answeredCandidates } from './answered.ts';
import { type Candidate, SUGGESTION_KIND_NAMES } from './candidate.ts';
import { signalCandidates } from './denied-signals.ts';
import { habitCandidates } from './habits.ts';
import { idleCandidates } from './idle-policies.ts';
import type { Traffic } from './traffic.ts';

/** So many candidates are looked into; nobody reads more. */
const MOST_CANDIDATES = 100;

/** Finds rules that the traffic speaks for: the same for the same log, whatever the order of its lines. */
export function mineCandidates(
  traffic: Traffic,
  minSupport: number,
  policies: readonly Policy[],
): readonly Candidate[] {
  const taken = new Set(policies.map(({ name }) => name));
  const present = new Set(policies.map(content));
  const added = [
    ...answeredCandidates(traffic, minSupport, taken),
    ...signalCandidates(traffic, minSupport, taken),
    ...habitCandidates(traffic, minSupport, taken),
  ].filter(
    ({ rule }) =>
      !parseRuleSet(JSON.stringify(rule), '')
        .policies.map(content)
        .some((one) => present.has(one)),
  );
  return [...added, ...idleCandidates(traffic, minSupport)].sort(byWeight).slice(0, MOST_CANDIDATES);
}

/** What a rule does, without its name and place. */
function content({ toolPattern, action, riskThreshold, signalCategory, context, enabled }: Policy): string {
  return JSON.stringify([toolPattern, action, riskThreshold, signalCategory, context, enabled]);
}

/** By kind, then the best supported first; the identifier settles the rest. */
function byWeight(a: Candidate, b: Candidate): number {
  const rank = ({ kind }: Candidate) => SUGGESTION_KIND_NAMES.indexOf(kind);
  return rank(a) - rank(b) || b.support - a.support || (a.id < b.id ? -1 : 1);
}
