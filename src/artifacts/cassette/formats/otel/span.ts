import type { ValuePath } from '../../../../diagnostic.ts';
import { append } from '../../../../values/append.ts';
import { isObject } from '../../../../values/own-property.ts';
import { scalarText } from '../../../../values/scalar-text.ts';
import type { Notes } from '../../events/notes.ts';
import { saysRefused } from '../../events/refused.ts';
import type { Attributes, PlainValues } from '../../trace/plain.ts';
import type { Span } from '../../trace/span.ts';
import type { Spoken } from '../../trace/spoken.ts';
import { refused, SpokenReader } from '../../trace/spoken-reader.ts';
import { firstOf, isText, NAMES, textIn } from './attributes.ts';
import { eventOf, type SpanEvent } from './events.ts';
import { kindOf } from './span-kind.ts';
import { endOf, startOf } from './times.ts';
import { usageOf } from './tokens.ts';
import { type Failure, toolOf } from './tool-run.ts';
import { unknownAttributes } from './unknown-attributes.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a span is known by. */
export interface SpanIds {
  readonly trace: string;
  readonly id: string;
  readonly parent: string | undefined;
}

/** The keys of a span that hold neither attributes nor events, in every spelling that was met. */
const KNOWN = new Set([
  ...[
    'traceId',
    'trace_id',
    'spanId',
    'span_id',
    'parentSpanId',
    'parent_span_id',
    'parent_id',
    'parentId',
    'context',
  ],
  ...['name', 'kind', 'span_kind', 'status', 'status_code', 'status_message', 'flags', 'traceState', 'links'],
  ...[
    'startTimeUnixNano',
    'endTimeUnixNano',
    'start_time_unix_nano',
    'end_time_unix_nano',
    'start_time',
    'end_time',
  ],
  ...['startTime', 'endTime', 'duration', 'attributes', 'events', 'resource', 'instrumentationScope'],
  ...['droppedAttributesCount', 'droppedEventsCount', 'droppedLinksCount', 'id', 'parent', 'ended'],
]);

/** Returns the ids of a span; undefined when the value is not a span. */
export function spanIdsOf(value: Json): SpanIds | undefined {
  const context = isObject(value.context) ? value.context : {};
  const id = [value.spanId, value.span_id, context.span_id, context.spanId].find(isText);
  if (id === undefined) return undefined;
  const trace = [value.traceId, value.trace_id, context.trace_id, context.traceId].find(isText) ?? '';
  const parent = [value.parentSpanId, value.parent_span_id, value.parent_id, value.parentId].find(isText);
  return { trace, id, parent: parent === '0000000000000000' ? undefined : parent };
}

/** Reads a span; its paths begin at what it holds, decoded. */
export function spanOf(
  value: Json,
  ids: SpanIds,
  logs: readonly SpanEvent[],
  plain: PlainValues,
  notes: Notes,
): Span {
  const events = [
    ...(Array.isArray(value.events) ? value.events.flatMap((each) => eventOf(each, plain) ?? []) : []),
    ...logs,
  ];
  const details = events.filter(({ name }) => name === 'gen_ai.client.inference.operation.details');
  const attributes = Object.assign(
    {},
    ...details.map(({ body }) => body),
    plain.attributes(value.attributes),
  ) as Attributes;
  const listed = Array.isArray(attributes.events)
    ? attributes.events.flatMap((each) => eventOf(each, plain) ?? [])
    : [];
  const others = Object.fromEntries(Object.entries(value).filter(([key]) => !KNOWN.has(key)));
  const said = [...events, ...listed];
  const tree = {
    attributes,
    events: said.map(({ body }) => body),
    others: plain.of(others),
    aside: plain.of(asideOf(value)),
    around: plain.of(aroundOf(value)),
    unknown: unknownAttributes(attributes),
  };
  append(plain.faults, brokenIn(attributes));
  const name = typeof value.name === 'string' ? value.name : '';
  const kind = kindOf(name, attributes, said);
  const reader = new SpokenReader(plain);
  const failure = failureOf(value, attributes, said);
  const messages = (names: readonly string[], side: 'input' | 'output'): Spoken[] => {
    if (kind === 'tool') return [];
    const key = firstOf(attributes, names);
    const found = key === undefined ? [] : reader.read(attributes[key], ['attributes', key], side);
    const spoken = said.flatMap((event, index) =>
      event.side === side ? reader.read(event.body, ['events', index], side) : [],
    );
    return found.length > 0 ? found : spoken;
  };
  const input = messages(NAMES.input, 'input');
  const output = [
    ...messages(NAMES.output, 'output'),
    ...(kind === 'tool' ? [] : ofAiSdk(attributes, reader)),
  ];
  const key = firstOf(attributes, NAMES.ending);
  const isRefused = kind === 'chat' && key !== undefined && saysRefused(...[attributes[key]].flat());
  const isMute = input.length === 0 && output.length === 0;
  const fallback = (names: readonly string[], side: 'input' | 'output') => {
    const key = kind !== 'tool' && isMute ? firstOf(attributes, names) : undefined;
    if (key === undefined) return undefined;
    // what another span was given is a message only if it says whose it is
    if (kind !== 'chat' && plain.isText(attributes[key]) && typeof attributes[key] === 'string')
      return undefined;
    return reader.read(attributes[key], ['attributes', key], kind === 'chat' ? side : 'input');
  };
  const replied = fallback(NAMES.gave, 'output') ?? output;
  const instructions = firstOf(attributes, ['gen_ai.system_instructions', 'ai.prompt.system']);
  return {
    ...ids,
    kind,
    start: startOf(value),
    end: endOf(value),
    failed: failure.failed,
    agent:
      textIn(attributes, NAMES.agent) ??
      (attributes['openinference.span.kind'] === 'AGENT' ? name : undefined),
    model: textIn(attributes, NAMES.model),
    provider: textIn(attributes, NAMES.provider),
    input: fallback(NAMES.given, 'input') ?? input,
    output: isRefused ? refusedReply(replied) : replied,
    system: instructions === undefined ? undefined : systemText(attributes[instructions], reader, plain),
    tool: kind === 'tool' ? toolOf(name, attributes, said, plain, failure) : undefined,
    usage: usageOf(attributes, kind, notes),
    cost: undefined,
    asked: valueText(attributes, NAMES.given, plain),
    replied: valueText(attributes, NAMES.gave, plain),
    plain: tree,
  };
}

/** Marks a reply as a refusal, which may have no words. */
function refusedReply(output: readonly Spoken[]): Spoken[] {
  const isSaid = output.some(({ role }) => role === 'agent');
  return refused(
    isSaid ? output : [...output, { role: 'agent', text: '', calls: [], answers: [], path: [] }],
  );
}

/** What is next to the attributes of a span, where no program keeps calls. */
function asideOf({ status, links, resource, scope, instrumentationScope }: Json): Json {
  return { status, links, resource, scope, instrumentationScope };
}

/** What is next to the ids of a span and to the attributes of its events: attributes there are those of no span. */
function aroundOf({ context, events }: Json): Json {
  if (!Array.isArray(events)) return { context, events };
  const others = events.map((event: unknown) => {
    if (!isObject(event)) return event;
    const { attributes: _, body: __, ...others } = event;
    return others;
  });
  return { context, events: others };
}

/** Messages that were cut off: what they call is unknown. */
function brokenIn(attributes: Attributes): string[] {
  return [...NAMES.input, ...NAMES.output, 'ai.response.toolCalls'].flatMap((name) => {
    const text = attributes[name];
    return typeof text === 'string' && /^\s*(\[\s*)?\{/.test(text)
      ? [`\`${name}\` must be JSON: was it cut off?`]
      : [];
  });
}

/** The AI SDK keeps text and calls of a reply apart. */
function ofAiSdk(attributes: Attributes, reader: SpokenReader): Spoken[] {
  const { 'ai.response.text': text, 'ai.response.toolCalls': calls } = attributes;
  if (text === undefined && calls === undefined) return [];
  const [spoken] = reader.read({ role: 'assistant', content: text, tool_calls: calls }, [], 'output');
  if (!spoken) return [];
  const moved = (path: ValuePath): ValuePath => ['attributes', 'ai.response.toolCalls', ...path.slice(1)];
  return [
    {
      ...spoken,
      path: ['attributes'],
      calls: spoken.calls.map((call) => ({
        ...call,
        path: moved(call.path),
        argsPath: moved(call.argsPath),
      })),
    },
  ];
}

function failureOf(value: Json, attributes: Attributes, events: readonly SpanEvent[]): Failure {
  const status: Json = isObject(value.status) ? value.status : {};
  const codes = [status.code, status.status_code, status.statusCode, value.status_code, value.status];
  const isFailed = codes.some(
    (code) => code === 2 || /^(STATUS_CODE_|StatusCode\.)?ERROR$/.test(scalarText(code)),
  );
  const type = attributes['error.type'];
  const exception = events.find(({ name }) => name === 'exception')?.body['exception.message'];
  const message = [status.message, status.description, value.status_message, exception, type].find(isText);
  const failed = isFailed || isText(type) || attributes['gen_ai.tool.status'] === 'error';
  return { failed, error: failed ? message : undefined };
}

function systemText(value: unknown, reader: SpokenReader, plain: PlainValues): string | undefined {
  const texts = Array.isArray(value) ? reader.read([{ role: 'system', content: value }], [], 'input') : [];
  return texts[0]?.text ?? (plain.textOf(value) || undefined);
}

function valueText(attributes: Attributes, names: readonly string[], plain: PlainValues): string | undefined {
  const key = firstOf(attributes, names);
  return key === undefined ? undefined : plain.textOf(attributes[key]);
}
