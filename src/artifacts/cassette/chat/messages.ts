import type { ValuePath } from '../../../diagnostic.ts';
import { Contradictions } from '../../../documents/contradictions.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { isObject } from '../../../values/own-property.ts';
import { readUsage } from '../events/read-usage.ts';
import type { ReadingContext } from '../events/reading-context.ts';
import type { Cassette } from '../model.ts';
import { placesOf, readChat, readPlaced } from './chat.ts';
import { repliesBeside, repliesIn } from './replies-beside.ts';

type Body = Readonly<Record<string, unknown>>;

/**
 * Reads the messages of a chat: a bare list, or a list in an object that may name the model, count the tokens of the
 * whole run, and have the reply next to the messages. The input counts of OpenAI include cached tokens, those of
 * Anthropic do not; see `readUsage`.
 */
export function readMessages(document: SourceDocument, context: ReadingContext): Cassette {
  const { value } = document;
  if (!isObject(value)) return readChat(document, [], value, context, 'none');
  const messages = value.messages as readonly unknown[];
  const faults = new Contradictions(document);
  const { replies, unread, repeated } = repliesBeside(value, messages);
  for (const key of unread) {
    const message = 'is next to `messages`, and may hold the reply to them, but is not read';
    faults.add([key], message, 'append the reply to the messages, or remove it');
  }
  for (const key of repeated) {
    context.ledger.leaveOut([key]);
    context.notes.leaveOut('replies that are repeated', 'they are the last of the messages');
  }
  // next to a reply of its own, the counts are those of that reply
  const isTotal = !replies.some(({ usage }) => usage?.path.length === 1);
  const given = isTotal ? value.usage : undefined;
  const total = readUsage(given, { path: ['usage'], faults, notes: context.notes });
  faults.refuse();
  const chat = readPlaced(document, [...placesOf(messages, ['messages']), ...replies], context, 'none');
  return { ...chat, ...about(value, value.response), ...(total && { usage: total }) };
}

/** Reads a request with its response, or a response alone. */
export function readExchange(document: SourceDocument, context: ReadingContext): Cassette {
  const value = document.value as Body;
  const { body, path } = requestIn(value);
  const asked = body ? placesOf(body.messages, [...path, 'messages']) : [];
  const key = answerKeyOf(path);
  const response = body ? value[key] : value;
  const replies = repliesIn(response, body ? [key] : []) ?? [];
  // a run of LangSmith has a name and inputs, as a call has
  if (key === 'outputs') context.ledger.call([], ['inputs', 'model']);
  const chat = readPlaced(document, [...asked, ...replies], context, 'none');
  return { ...chat, ...about(body ?? {}, response) };
}

/** Whether a value is a request with its response, or a response alone. */
export function isExchange(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { body, path } = requestIn(value);
  if (body) return repliesIn(value[answerKeyOf(path)], []) !== undefined;
  // a single message is a response only if it says so: it may be one of a list
  const isResponse = Array.isArray(value.choices) || value.type === 'message' || isObject(value.output);
  return isResponse && !Object.hasOwn(value, 'messages') && repliesIn(value, []) !== undefined;
}

/** The key of the response to a request at a path. */
function answerKeyOf([key]: ValuePath): 'response' | 'outputs' {
  return key === 'inputs' ? 'outputs' : 'response';
}

/** The body of a request, which proxies keep in an object of its own, and the LangSmith client under `inputs`. */
function requestIn({ request, inputs, run_type }: Body): { body?: Body; path: ValuePath } {
  if (run_type === 'llm' && isObject(inputs) && Array.isArray(inputs.messages)) {
    return { body: inputs, path: ['inputs'] };
  }
  if (!isObject(request)) return { path: [] };
  if (Array.isArray(request.messages)) return { body: request, path: ['request'] };
  const { body } = request;
  if (isObject(body) && Array.isArray(body.messages)) return { body, path: ['request', 'body'] };
  return { path: [] };
}

/** What stands next to the messages: Anthropic and Bedrock keep the system prompt there. */
function about(
  { model, modelId, system }: Body,
  response: unknown,
): Pick<Cassette, 'model' | 'system_prompt'> {
  const answered = isObject(response) ? response.model : undefined;
  const named = [model, modelId, answered].find((each) => typeof each === 'string');
  const prompt = promptIn(system);
  return {
    ...(typeof named === 'string' && { model: named }),
    ...(prompt !== '' && { system_prompt: prompt }),
  };
}

function promptIn(system: unknown): string {
  if (typeof system === 'string') return system;
  if (!Array.isArray(system)) return '';
  return system.map((each) => (isObject(each) && typeof each.text === 'string' ? each.text : '')).join('');
}
