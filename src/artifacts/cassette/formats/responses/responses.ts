import type { ValuePath } from '../../../../diagnostic.ts';
import type { SourceDocument } from '../../../../documents/source-document.ts';
import { isInstant } from '../../../../time/instant.ts';
import { isObject, valueAt } from '../../../../values/own-property.ts';
import { readUsage } from '../../events/read-usage.ts';
import type { ReadingContext } from '../../events/reading-context.ts';
import { saysRefused } from '../../events/refused.ts';
import type { Cassette } from '../../model.ts';
import type { RowFormat, RowReader } from '../row-format.ts';
import type { FormatFacts, RunFormat } from '../run-format.ts';
import { ItemReader } from './item-reader.ts';
import { isItem } from './recognise-items.ts';

const FACTS = {
  programs:
    'programs with the OpenAI SDK (Responses API), read from 6.49.0 of JavaScript, and those that keep its items',
  failed:
    'its item has an `error`, or the `status` `failed` or `incomplete`; an exit code other than 0 in the output; `success` is false',
  leavesOut: 'reasoning, lists of tools, requests for approval',
} satisfies Partial<FormatFacts>;

/** Reads a response of the Responses API, alone or with the input that it answers. */
export const responseFormat: RunFormat = {
  ...FACTS,
  name: 'OpenAI response',
  recognisedBy: '`object: response`, or `input` with a list of items as `output`',
  from: 'write the response as JSON, or `{input, output}`',
  recognises: (value) => isObject(value) && (value.object === 'response' || isPair(value)),
  read: (document, context) => {
    const value = document.value as Record<string, unknown>;
    const items = new ItemReader(document, context);
    takeAll(value.input, ['input'], items);
    const inner = isObject(value.output) ? value.output : value;
    const at: ValuePath = inner === value ? [] : ['output'];
    takeAll(inner.output, [...at, 'output'], items);
    if (saysRefused(valueAt(inner, ['incomplete_details', 'reason']))) items.markRefusal();
    return toCassette(items, { ...value, ...inner }, at, context);
  },
};

/** Reads a list of items, or JSON Lines of them. */
export const itemsFormat: RowFormat = {
  ...FACTS,
  name: 'OpenAI Responses items',
  recognisedBy: 'a list of items, such as `function_call` and `function_call_output`',
  from: 'write the input of the next request: `response.input + response.output`, or `result.to_input_list()` of the Agents SDK',
  claims: isItem,
  open: (document, context) => new ItemRows(document, context),
};

class ItemRows implements RowReader {
  readonly #items: ItemReader;

  constructor(document: SourceDocument, context: ReadingContext) {
    this.#items = new ItemReader(document, context);
  }

  take(row: Readonly<Record<string, unknown>>, index: number): void {
    this.#items.take(row, [index]);
  }

  finish(): readonly Cassette[] {
    return [this.#items.finish()];
  }
}

/** Whether a value is an input with the items that answer it. */
function isPair({ input, output }: Readonly<Record<string, unknown>>): boolean {
  if (typeof input !== 'string' && !Array.isArray(input)) return false;
  if (isObject(output)) return output.object === 'response';
  return Array.isArray(output) && (output.some(isItem) || (Array.isArray(input) && input.some(isItem)));
}

/** Takes an input, which may be the text of the user alone, or items. */
export function takeAll(value: unknown, path: ValuePath, items: ItemReader): void {
  if (typeof value === 'string') items.user(value);
  for (const [index, item] of (Array.isArray(value) ? (value as unknown[]) : []).entries()) {
    const at = [...path, index];
    if (!isObject(item)) items.events.faults.add(at, 'must be an item of the Responses API');
    else if (items.repeats(item))
      items.events.leaveOut(at, 'copies of items', 'an item with the same id was read');
    else items.take(item, at);
  }
}

function toCassette(
  items: ItemReader,
  { model, instructions, usage, created_at }: Readonly<Record<string, unknown>>,
  at: ValuePath,
  { notes }: ReadingContext,
): Cassette {
  const counted = readUsage(usage, { path: [...at, 'usage'], faults: items.events.faults, notes });
  const { system_prompt, ...read } = items.finish();
  // no calendar has every number
  const created = typeof created_at === 'number' ? created_at * 1000 : Number.NaN;
  const system = [typeof instructions === 'string' ? instructions : '', system_prompt ?? ''].filter(Boolean);
  return {
    ...(typeof model === 'string' && { model }),
    ...(system.length > 0 && { system_prompt: system.join('\n\n') }),
    ...(isInstant(created) && { recorded_at: new Date(created).toISOString() }),
    ...read,
    ...(counted && { usage: counted }),
  };
}
