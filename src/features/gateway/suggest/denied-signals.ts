import type { SignalCategory } from '../../../artifacts/audit-log/model.ts';
import { type Proposal, proposalId } from './proposal.ts';
import type { NamedTools, SignalTraffic, Traffic } from './traffic.ts';

/** Rules for signals that keep being denied by hand; for the one tool that has them, or for all tools. */
export function signalProposals({ signals }: Traffic, minSupport: number): Proposal[] {
  return [...signals]
    .filter(
      ([, { answers, undenied }]) =>
        answers.approved === 0 && Math.min(answers.denied, undenied) >= minSupport,
    )
    .map(([category, signal]) => toProposal(category, signal));
}

function toProposal(category: SignalCategory, { answers, tools, unheld }: SignalTraffic): Proposal {
  const only = onlyTool(tools);
  const isOne = answers.denied === 1;
  const held = `${answers.denied} held ${isOne ? 'call' : 'calls'}`;
  const denied = `${isOne ? 'was' : 'were'} denied`;
  const expired = answers.expired > 0 ? `; ${answers.expired} more expired` : '';
  return {
    id: proposalId('denied-signal', category),
    kind: 'denied-signal',
    summary: `signal \`${category}\`${only === undefined ? '' : ` in \`${only}\``}: ${held} ${denied}, none approved${expired}`,
    support: answers.denied,
    evidence: {
      denied: answers.denied,
      expired: answers.expired,
      unanswered: answers.unanswered,
      unheld,
      tools: tools.names.length,
    },
    rule: {
      name: only === undefined ? `Deny ${category}` : `Deny ${category} in ${only}`,
      toolPattern: only ?? '*',
      action: 'deny',
      signalCategory: category,
      description: `${held} with this signal ${denied} by hand, and none approved`,
    },
    disables: [],
  };
}

/** The one tool whose calls were denied; undefined when there are several, or a pattern could not name it alone. */
function onlyTool({ names: [first, second], isComplete }: NamedTools): string | undefined {
  return second === undefined && isComplete && !first?.includes('*') ? first : undefined;
}
