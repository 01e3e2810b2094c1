import { isStricter } from '../../../../artifacts/audit-log/model.ts';
import type { Instant } from '../../../../time/instant.ts';
import type { Decided, Decider } from '../decider.ts';
import { denialInWords, holdInWords } from '../denial.ts';
import type { Answered, HookCall } from './hook.ts';

/** Decides the call of a hook: strictest of all tools that its name can stand for. */
export function decideHook({ tools, arguments: args }: HookCall, decider: Decider, at: Instant): Decided {
  return tools
    .map(({ tool, server }) => decider.decide({ tool, server, arguments: args, at }))
    .reduce((strictest, decided) =>
      isStricter(decided.verdict.decision, strictest.verdict.decision) ? decided : strictest,
    );
}

/** Says what was decided, for the agent. A held call is a question, which not every agent asks: see {@link HookCall.canAsk}. */
export function answered({ verdict }: Decided): Answered {
  const { decision } = verdict;
  if (decision === 'allow') return { decision, words: '' };
  return { decision, words: decision === 'deny' ? denialInWords(verdict) : holdInWords(verdict) };
}
