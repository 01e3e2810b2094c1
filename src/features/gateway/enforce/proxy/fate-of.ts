import { messageOf } from '../../../../errors.ts';
import type { ClientMessage } from './client-message.ts';
import { type DenyAs, deniedAnswer, errorAnswer } from './denied-answer.ts';
import type { CallJudge, Fate, HeldFate } from './fate.ts';
import { withoutTools } from './tool-list.ts';

/** How a gate answers. */
export interface GateSettings {
  readonly denyAs: DenyAs;
  /** Whether a list of tools shows those that are always denied. */
  readonly showDenied: boolean;
}

const PASS: Fate = { kind: 'pass' };

/** Returns what becomes of a message of a client. A judge that fails denies. */
export function fateOf(message: ClientMessage, judge: CallJudge, ip?: string): Fate | HeldFate {
  if (message.kind === 'refused') {
    judge.noteFault(message.message);
    return { kind: 'denied', words: message.message };
  }
  if (message.kind !== 'call') return PASS;
  try {
    return judge.judge(message, ip);
  } catch (error) {
    const fault = `a fault of mcptest: ${messageOf(error)}`;
    judge.noteFault(fault);
    return { kind: 'denied', words: `denied, since the call cannot be decided: ${fault}; do not retry` };
  }
}

/** Returns the answer to a message that is not passed on; undefined if it is, or nobody waits for one. */
export function answerTo(message: ClientMessage, fate: Fate, denyAs: DenyAs): string | undefined {
  if (fate.kind !== 'denied') return undefined;
  if (message.kind === 'refused') return errorAnswer(message);
  // nobody waits for the answer to a notification
  if (message.kind !== 'call' || message.id === undefined) return undefined;
  return deniedAnswer(message, fate.words, denyAs);
}

/** Returns the answer to `tools/list` without the tools that are denied whatever a call says. */
export function withoutDenied(text: string, judge: CallJudge, { showDenied }: GateSettings): string {
  return showDenied ? text : withoutTools(text, (tool) => judge.deniesAlways(tool));
}
