import type { ValuePath } from '../../../diagnostic.ts';
import { Contradictions } from '../../../documents/contradictions.ts';
import { isObject, valueAt } from '../../../values/own-property.ts';
import { isChat, type PlacedMessage, placesOf, readPlaced } from '../chat/chat.ts';
import { isSet } from '../events/answer.ts';
import { readUsage } from '../events/read-usage.ts';
import { saysRefused } from '../events/refused.ts';
import { sumOfReplies } from '../events/usage.ts';
import type { RunContext, RunFormat } from './run-format.ts';

type Raw = Readonly<Record<string, unknown>>;

/**
 * Reads the result of `generateText` of the AI SDK, written as JSON: `{steps: [{response: {messages}, usage}]}`. Each step
 * repeats the messages of the steps before it, so the last one has all. What the user said is not in it.
 */
export const aiSdkResultFormat: RunFormat = {
  name: 'AI SDK results',
  programs:
    'programs with `generateText` of the [AI SDK](https://ai-sdk.dev), read from 4.3.19, 5.0.277 and 6.0.326',
  recognisedBy: '`steps`, of which each has a `response` with `messages`',
  from: '`JSON.stringify(await generateText(…))`; what the user said is not in it',
  failed: 'the answer of the call is an error (`error-text`, `error-json`) or `execution-denied`',
  leavesOut: 'reasoning, what the provider was sent and sent back, and what each step repeats',
  recognises: (value) => {
    const steps = isObject(value) ? value.steps : undefined;
    return Array.isArray(steps) && steps.length > 0 && steps.every(isStep);
  },
  read(document, context) {
    const result = document.value as Raw;
    const steps = result.steps as readonly Raw[];
    const path = ['steps', steps.length - 1, 'response', 'messages'];
    const known = new Set(partsIn(valueAt(result, path)).map(({ id }) => id));
    const messages = endedBy(placesOf(valueAt(result, path), path), steps);
    const chat = readPlaced(document, messages, context, 'flag');
    leaveOutCopies(result, [], known, context);
    for (const [index, step] of steps.entries()) {
      leaveOutCopies(step, ['steps', index], known, context);
      leaveOutBodies(step, ['steps', index], context);
    }
    leaveOutBodies(result, [], context);
    const faults = new Contradictions(document);
    const usages = steps.map(({ usage }, index) =>
      readUsage(usage, { path: ['steps', index, 'usage'], faults, notes: context.notes }),
    );
    faults.refuse();
    const usage = sumOfReplies(usages, context.notes);
    const models = new Set(steps.map((step) => valueAt(step, ['response', 'modelId'])));
    const [model] = models;
    return {
      ...chat,
      ...(models.size === 1 && typeof model === 'string' && { model }),
      ...(usage && { usage }),
    };
  },
};

/** Whether a value is a step: it has messages. One whose reply was held back has none, but the reason. */
function isStep(step: unknown): boolean {
  const messages = messagesOf(step);
  if (isChat(messages)) return true;
  return Array.isArray(messages) && messages.length === 0 && saysRefused(valueAt(step, ['finishReason']));
}

/** The messages, of which the last reply has the reason why the model stopped. A reply that was held back is empty. */
function endedBy(places: readonly PlacedMessage[], steps: readonly Raw[]): PlacedMessage[] {
  const ending = steps.at(-1)?.finishReason;
  const last = places.at(-1);
  if (last && valueAt(last.raw, ['role']) === 'assistant')
    return [...places.slice(0, -1), { ...last, ending }];
  if (!saysRefused(ending)) return [...places];
  const path = ['steps', steps.length - 1];
  return [...places, { raw: { role: 'assistant', content: '' }, path, ending }];
}

function messagesOf(step: unknown): unknown {
  return valueAt(step, ['response', 'messages']);
}

/** Where a result and its steps repeat calls. */
const COPIES: readonly ValuePath[] = [['content'], ['toolCalls'], ['toolResults'], ['response', 'messages']];

/** Where a result and its steps keep what the provider was sent and sent back: all of it is in the messages. */
const BODIES: readonly ValuePath[] = [
  ['request', 'body'],
  ['response', 'body'],
];

/** Keys of a part that are the arguments of its call, or what came of it. */
const CONTENTS = ['input', 'args', 'output', 'result', 'error'] as const;

/**
 * Leaves out calls that the messages have, too. A call that they do not have stays unread, which is an error, and so does
 * what is under a key of a copy that no part has.
 */
function leaveOutCopies(
  holder: Raw,
  path: ValuePath,
  known: ReadonlySet<string>,
  { ledger, notes }: RunContext,
): void {
  for (const key of COPIES) {
    const copy = valueAt(holder, key);
    if (typeof copy !== 'object' || copy === null) continue;
    const parts = partsIn(copy);
    if (parts.some(({ id }) => !known.has(id))) continue;
    for (const part of parts) {
      const at = [...path, ...key, ...part.path];
      ledger.call(at, [...at, 'input'], part.id);
      for (const content of CONTENTS) ledger.leaveOut([...at, content]);
    }
    notes.leaveOut('copies in the steps', 'the messages of the last step have all calls');
  }
}

/** Leaves out what the provider was sent and sent back. */
function leaveOutBodies(holder: Raw, path: ValuePath, { ledger, notes }: RunContext): void {
  for (const key of BODIES) {
    if (!isSet(valueAt(holder, key))) continue;
    ledger.leaveOut([...path, ...key]);
    notes.leaveOut('bodies of requests and responses', 'the messages have what is in them');
  }
}

/** The calls and results in messages or in a list of parts: the id of each, and where it is. */
function partsIn(value: unknown): { readonly id: string; readonly path: ValuePath }[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isObject(value) && typeof value.toolCallId === 'string') return [{ id: value.toolCallId, path: [] }];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, member]) => {
    if (!isList && key !== 'content') return [];
    return partsIn(member).map(({ id, path }) => ({ id, path: [isList ? Number(key) : key, ...path] }));
  });
}
