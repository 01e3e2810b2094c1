import { isObject } from '../../../../values/own-property.ts';
import type { RunFormat } from '../run-format.ts';
import { ClineHistory } from './history.ts';
import { toolOfResult } from './result-texts.ts';
import { callsInText } from './text-calls.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Reads the history of a task, as Cline and Roo Code send it to the model. */
export const clineFormat: RunFormat = {
  name: 'Cline task',
  programs:
    '[Cline](https://cline.bot): the command line 3.0.65, and 2.18.0, which writes the files of the extension; parts of a public session of the extension of April 2026; [Roo Code](https://roocode.com) 3.x by its source code, with texts of public sessions of its forks (Kilo Code 4.79.3, IBM Bob of May 2026): no public file of it was found',
  recognisedBy:
    'messages with `modelInfo`, with calls of `attempt_completion`, or with calls and results as text (`<read_file>`, `[read_file …] Result:`)',
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
    const tools = toolsInText((messagesOf(value) as readonly unknown[]).filter(isObject));
    const history = new ClineHistory(document, context, tools);
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
  if (!messages.every((each) => isObject(each) && (each.role === 'user' || each.role === 'assistant')))
    return false;
  const all = messages as readonly Raw[];
  if (all.some(({ role, modelInfo }) => role === 'assistant' && isObject(modelInfo))) return true;
  if (blocksOf(all, 'tool_use').some(({ name }) => name === 'attempt_completion')) return true;
  const tools = answeredTools(all);
  if (tools.size === 0) return false;
  return blocksOf(all, 'tool_use').length > 0 || all.some((message) => writesCall(message, tools));
}

/** The tools that have answered, if the agent writes its calls as text: a model may have no tools of its own. */
function toolsInText(messages: readonly Raw[]): ReadonlySet<string> | undefined {
  return blocksOf(messages, 'tool_use').length === 0 ? answeredTools(messages) : undefined;
}

/** The tools of which the user's messages hold a result as text. */
function answeredTools(messages: readonly Raw[]): ReadonlySet<string> {
  const texts = messages.filter(({ role }) => role === 'user').flatMap(textsOf);
  return new Set(texts.flatMap((text) => toolOfResult(text) ?? []));
}

function writesCall(message: Raw, tools: ReadonlySet<string>): boolean {
  return message.role === 'assistant' && textsOf(message).some((text) => callsInText(text, tools).length > 0);
}

function blocksOf(messages: readonly Raw[], type: string): Raw[] {
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content.filter(isObject) : []));
  return blocks.filter((block) => block.type === type);
}

function textsOf(message: Raw): string[] {
  if (typeof message.content === 'string') return [message.content];
  return blocksOf([message], 'text').flatMap(({ text }) => (typeof text === 'string' ? text : []));
}
