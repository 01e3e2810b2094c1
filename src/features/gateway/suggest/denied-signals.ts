import type { SignalCategory } from '../../../artifacts/audit-log/model.ts';
import { type Proposal, proposalId } from './proposal.ts';
import type { NamedTools, SignalTraffic, Traffic } from './traffic.ts';

/**
 * Suggests rules for signals that people always deny: for one tool if only that tool has them, otherwise for all tools.
 */
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

/**
 * Returns the only tool whose calls were denied; undefined when there are several, or no pattern can match that tool
 * alone.
 */
function onlyTool({ names: [first, second], isComplete }: NamedTools): string | undefined {
  return second === undefined && isComplete && !first?.includes('*') ? first : undefined;
}
