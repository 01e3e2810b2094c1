import { isObject } from '../../../../values/own-property.ts';
import type { RunFormat } from '../run-format.ts';
import { ClineHistory } from './history.ts';
import { isResultText } from './result-texts.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Reads the history of a task, as Cline and Roo Code send it to the model. */
export const clineFormat: RunFormat = {
  name: 'Cline task',
  programs: '[Cline](https://cline.bot) 3.x, [Roo Code](https://roocode.com) 3.x',
  recognisedBy:
    'messages with `modelInfo`, with calls of `attempt_completion`, or with calls and results as text (`[read_file …] Result:`)',
  from: '`api_conversation_history.json` of the task, in the storage of the extension',
  failed: 'its result has `is_error`, or says that the execution failed or that the user denied it',
  leavesOut:
    'reasoning and images; `<environment_details>` and what else the program adds to messages of the user',
  recognises: (value) => Array.isArray(value) && isHistory(value),
  read(document, context) {
    const history = new ClineHistory(document, context);
    for (const [index, message] of (document.value as readonly unknown[]).entries()) {
      if (isObject(message)) history.take(message, [index]);
      else history.events.faults.add([index], 'must be a mapping: a message is one');
    }
    return history.finish();
  },
};

function isHistory(messages: readonly unknown[]): boolean {
  if (!messages.every((message) => isObject(message) && /^(user|assistant)$/.test(String(message.role))))
    return false;
  const all = messages as readonly Raw[];
  if (all.some(({ role, modelInfo }) => role === 'assistant' && isObject(modelInfo))) return true;
  const blocks = all.flatMap(({ content }) => (Array.isArray(content) ? content.filter(isObject) : []));
  const calls = blocks.filter(({ type }) => type === 'tool_use');
  if (calls.some(({ name }) => name === 'attempt_completion')) return true;
  return calls.length > 0 && blocks.some(({ type, text }) => type === 'text' && isResultText(String(text)));
}
