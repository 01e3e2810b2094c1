import { isObject } from '../../../../values/own-property.ts';
import type { RunFormat } from '../run-format.ts';
import { ClineHistory } from './history.ts';
import { isResultText } from './result-texts.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Reads the history of a task, as Cline and Roo Code send it to the model. */
export const clineFormat: RunFormat = {
  name: 'Cline task',
  programs:
    '[Cline](https://cline.bot): the command line 3.0.65; the extension 3.x and [Roo Code](https://roocode.com) 3.x by their source code, without a file of theirs',
  recognisedBy:
    'messages with `modelInfo`, with calls of `attempt_completion`, or with calls and results as text (`[read_file …] Result:`)',
  from: '`api_conversation_history.json` of the task, in the storage of the extension; `~/.cline/data/sessions/SESSION/SESSION.messages.json` of the command line',
  failed:
    'its result has `is_error` or a part with `success: false`, or says that the execution failed or that the user denied it',
  leavesOut:
    'reasoning and images; `<environment_details>` and what else the program adds to messages of the user',
  recognises: (value) => {
    const messages = messagesOf(value);
    return Array.isArray(messages) && isHistory(messages);
  },
  read(document, context) {
    const { value } = document;
    const history = new ClineHistory(document, context);
    const path = isObject(value) ? ['messages'] : [];
    for (const [index, message] of (messagesOf(value) as readonly unknown[]).entries()) {
      const at = [...path, index];
      if (isObject(message)) history.take(message, at);
      else history.events.faults.add(at, 'must be a mapping: a message is one');
    }
    return { ...history.finish(), ...promptOf(value) };
  },
};

/** The list of the extension is bare, that of the command line is in the object of its session. */
function messagesOf(value: unknown): unknown {
  return isObject(value) ? value.messages : value;
}

function promptOf(value: unknown): { system_prompt?: string } {
  const prompt = isObject(value) ? value.system_prompt : undefined;
  return typeof prompt === 'string' && prompt !== '' ? { system_prompt: prompt } : {};
}

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
