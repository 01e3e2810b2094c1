import { isObject } from '../../../../values/own-property.ts';
import type { Cassette } from '../../model.ts';
import type { RowFormat } from '../row-format.ts';
import type { FormatFacts, RunFormat } from '../run-format.ts';
import { PydanticHistory } from './history.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Keys under which programs keep the messages, next to facts of their own. */
const LISTS = [
  'messages',
  'message_history',
  'all_messages',
  'new_messages',
  'history',
  'raw_model_messages',
];

const FACTS = {
  programs:
    '[Pydantic AI](https://ai.pydantic.dev): a whole public run of September 2025, which states no version; short public histories of 2.40.0 and 2.48.0, and of May 2026 without a version; 0.0 to 1.x by its source code',
  failed: 'its answer is a `retry-prompt`, or its `outcome` is not `success`',
  leavesOut: 'thinking and files; requests to try again that name no tool',
} satisfies Partial<FormatFacts>;

/** Reads a message history in a document: a list of messages, or an object that has one. */
export const pydanticAiFormat: RunFormat = {
  ...FACTS,
  name: 'Pydantic AI messages',
  recognisedBy: 'messages of `kind` `request` or `response` with `parts`',
  from: '`result.all_messages_json()`',
  recognises: (value) => isHistory(value) || listIn(value) !== undefined,
  read(document, context): Cassette {
    const key = listIn(document.value);
    const list = key === undefined ? document.value : (document.value as Raw)[key];
    const history = new PydanticHistory(document, context);
    for (const [index, message] of (list as readonly unknown[]).entries()) {
      const path = key === undefined ? [index] : [key, index];
      if (isObject(message)) history.take(message, path);
      else history.events.faults.add(path, 'must be a mapping: a message is one');
    }
    return history.finish();
  },
};

/** Reads a message history with one message on each line. */
export const pydanticAiRowsFormat: RowFormat = {
  ...FACTS,
  name: 'Pydantic AI messages, one on each line',
  recognisedBy: 'rows of `kind` `request` or `response` with `parts`',
  from: 'a file to which you write each message as JSON',
  claims: isMessage,
  open(document, context) {
    const history = new PydanticHistory(document, context);
    return { take: (row, index) => history.take(row, [index]), finish: () => [history.finish()] };
  },
};

function listIn(value: unknown): string | undefined {
  return isObject(value) ? LISTS.find((key) => isHistory(value[key])) : undefined;
}

function isHistory(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && isMessage(value[0]);
}

function isMessage(value: unknown): boolean {
  if (!isObject(value) || (value.kind !== 'request' && value.kind !== 'response')) return false;
  return (
    Array.isArray(value.parts) &&
    value.parts.every((part) => isObject(part) && typeof part.part_kind === 'string')
  );
}
