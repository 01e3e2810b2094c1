import type { Rule } from '../rules/model.ts';
import { behaviourOf } from '../rules/rule-content.ts';
import { answeredProposals } from './answered.ts';
import { signalProposals } from './denied-signals.ts';
import { habitProposals } from './habits.ts';
import { idleProposals } from './idle-rules.ts';
import { completed, type Proposal, SUGGESTION_KIND_NAMES, withFreeNames } from './proposal.ts';
import type { Traffic } from './traffic.ts';

/** Up to this many proposals are backtested and shown. */
const MOST_PROPOSALS = 100;

/** Finds rules that the traffic supports. The result does not depend on the order of the records. */
export function mineProposals(
  traffic: Traffic,
  minSupport: number,
  rules: readonly Rule[],
): readonly Proposal[] {
  const added = [
    ...answeredProposals(traffic, minSupport),
    ...signalProposals(traffic, minSupport),
    ...habitProposals(traffic, minSupport),
  ];
  const present = new Set(rules.map(behaviourOf));
  const missing = withFreeNames(added.sort(byWeight), rules).filter(
    ({ rule }) => !present.has(behaviourOf(completed(rule))),
  );
  return [...missing, ...idleProposals(traffic, minSupport)].sort(byWeight).slice(0, MOST_PROPOSALS);
}

/** Sorts by kind, then by support, highest first, then by identifier. */
function byWeight(a: Proposal, b: Proposal): number {
  const rank = ({ kind }: Proposal) => SUGGESTION_KIND_NAMES.indexOf(kind);
  return rank(a) - rank(b) || b.support - a.support || (a.id < b.id ? -1 : 1);
}
