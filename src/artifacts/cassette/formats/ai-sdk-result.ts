import type { ValuePath } from '../../../diagnostic.ts';
import { Contradictions } from '../../../documents/contradictions.ts';
import { isObject, valueAt } from '../../../values/own-property.ts';
import { isChat, readChat } from '../chat/chat.ts';
import { readUsage } from '../events/read-usage.ts';
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
  leavesOut: 'reasoning, requests, and what each step repeats',
  recognises: (value) => {
    const steps = isObject(value) ? value.steps : undefined;
    return Array.isArray(steps) && steps.length > 0 && steps.every((step) => isChat(messagesOf(step)));
  },
  read(document, context) {
    const result = document.value as Raw;
    const steps = result.steps as readonly Raw[];
    const path = ['steps', steps.length - 1, 'response', 'messages'];
    const known = callsIn(valueAt(result, path));
    const chat = readChat(document, path, valueAt(result, path), context, 'flag');
    leaveOutCopies(result, [], known, context);
    for (const [index, step] of steps.entries()) leaveOutCopies(step, ['steps', index], known, context);
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

function messagesOf(step: unknown): unknown {
  return valueAt(step, ['response', 'messages']);
}

/** The keys of a result and of its steps under which calls are repeated. */
const COPIES = ['content', 'toolCalls', 'toolResults', 'request'] as const;

/** Leaves out calls that the messages have, too. A call that they do not have stays unread, which is an error. */
function leaveOutCopies(
  holder: Raw,
  path: ValuePath,
  known: ReadonlySet<string>,
  { ledger, notes }: RunContext,
): void {
  const lists: ValuePath[] = [...COPIES.map((key) => [key]), ['response', 'messages']];
  for (const key of lists) {
    const copy = valueAt(holder, key);
    if (typeof copy !== 'object' || copy === null) continue;
    const isRepeated = key[0] === 'request' || [...callsIn(copy)].every((id) => known.has(id));
    if (!isRepeated) continue;
    ledger.leaveOut([...path, ...key]);
    notes.leaveOut('copies in the steps', 'the messages of the last step have all calls');
  }
}

/** The ids of the calls and results in messages or in a list of parts. */
function callsIn(value: unknown): Set<string> {
  const ids = new Set<string>();
  const look = (each: unknown, depth: number): void => {
    if (depth > 4 || typeof each !== 'object' || each === null) return;
    if (isObject(each) && typeof each.toolCallId === 'string') ids.add(each.toolCallId);
    else for (const member of Object.values(each)) look(member, depth + 1);
  };
  look(value, 0);
  return ids;
}
