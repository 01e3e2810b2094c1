import type { Decision } from '../../../../artifacts/audit-log/model.ts';
import type { HookAdapter, HookAnswer } from './hook.ts';
import { hostTools } from './host-tools.ts';
import { checkEvent, idIn, objectOf, textOf } from './read-input.ts';

/**
 * Returns the reader of the input that several agents share: `tool_name`, `tool_input`, `tool_use_id`.
 * @param canAsk whether the agent asks a person when it is told to
 */
export function readPreToolUse(
  eventKeys: readonly string[],
  canAsk: (input: Readonly<Record<string, unknown>>) => boolean,
): HookAdapter['read'] {
  return (input, servers) => {
    checkEvent(input, eventKeys, ['PreToolUse']);
    return {
      tools: hostTools(textOf(input, 'tool_name'), servers),
      arguments: objectOf(input, 'tool_input'),
      ...idIn(input),
      canAsk: canAsk(input),
    };
  };
}

const WORDS = { deny: 'deny', require_approval: 'ask' } as const satisfies Record<
  Exclude<Decision, 'allow'>,
  string
>;

/** Tells an agent that reads `hookSpecificOutput` not to make a call, or to ask first. */
export function preToolUseAnswer(decision: keyof typeof WORDS, words: string): HookAnswer {
  const output = {
    hookEventName: 'PreToolUse',
    permissionDecision: WORDS[decision],
    permissionDecisionReason: words,
  };
  return { exitCode: 0, stdout: `${JSON.stringify({ hookSpecificOutput: output })}\n`, stderr: '' };
}

/** Says nothing: an explicit allow would lift the rules of the user. */
export const SILENCE: HookAnswer = { exitCode: 0, stdout: '', stderr: '' };

/** Blocks a call with the exit code that agents take for it, and the reason for the model. */
export function blocked(words: string): HookAnswer {
  return { exitCode: 2, stdout: '', stderr: `${words}\n` };
}
