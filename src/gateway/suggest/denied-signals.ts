import type { SignalCategory } from '../../artifacts/audit-log/model.ts';
import { type Candidate, candidateId, freeName } from './candidate.ts';
import { isComplete, type SignalTraffic, type Traffic } from './traffic.ts';

/** Rules for signals that keep being denied by hand; for the one tool that has them, or for all tools. */
export function signalCandidates(
  { signals }: Traffic,
  minSupport: number,
  taken: ReadonlySet<string>,
): Candidate[] {
  return [...signals]
    .filter(
      ([, { answers, undenied }]) =>
        answers.approved === 0 && Math.min(answers.denied, undenied) >= minSupport,
    )
    .map(([category, signal]) => toCandidate(category, signal, taken));
}

function toCandidate(category: SignalCategory, signal: SignalTraffic, taken: ReadonlySet<string>): Candidate {
  const { answers, tools, unheld } = signal;
  const [only = '*'] = tools;
  const isNarrow = tools.size === 1 && isComplete(tools) && !only.includes('*');
  const toolPattern = isNarrow ? only : '*';
  return {
    id: candidateId('denied-signal', category),
    kind: 'denied-signal',
    summary: `signal \`${category}\`${isNarrow ? ` in \`${only}\`` : ''}: ${answers.denied} held calls were denied, none approved`,
    support: answers.denied,
    evidence: {
      denied: answers.denied,
      expired: answers.expired,
      open: answers.open,
      unheld,
      tools: tools.size,
    },
    rule: {
      name: freeName(isNarrow ? `Deny ${category} in ${only}` : `Deny ${category}`, taken),
      toolPattern,
      action: 'deny',
      signalCategory: category,
      description: `${answers.denied} held calls with this signal were denied by hand, and none approved`,
    },
    disables: [],
  };
}
