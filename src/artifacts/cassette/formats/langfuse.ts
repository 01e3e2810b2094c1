import type { Position } from '../../../diagnostic.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { InputError } from '../../../errors.ts';
import { isObject } from '../../../values/own-property.ts';
import { scalarText } from '../../../values/scalar-text.ts';
import type { ReadingContext } from '../events/reading-context.ts';
import { withCache } from '../events/usage.ts';
import type { Cassette, Usage } from '../model.ts';
import { PlainValues } from '../trace/plain.ts';
import { type FoundTrace, readTraces } from '../trace/read-trace.ts';
import { spanOf } from './otel/span.ts';
import type { RowFormat, RowReader } from './row-format.ts';

type Json = Readonly<Record<string, unknown>>;

const TYPE = /^(span|generation|event|agent|tool|chain|retriever|evaluator|embedding|guardrail)$/i;

/** The keys of an observation that say nothing of what was said or called. Unknown keys are looked at for calls. */
const KNOWN = new Set([
  ...[
    'id',
    'traceId',
    'projectId',
    'parentObservationId',
    'type',
    'name',
    'level',
    'statusMessage',
    'environment',
  ],
  ...[
    'startTime',
    'endTime',
    'createdAt',
    'updatedAt',
    'completionStartTime',
    'latency',
    'timeToFirstToken',
    'version',
  ],
  ...[
    'input',
    'output',
    'metadata',
    'model',
    'modelParameters',
    'internalModel',
    'internalModelId',
    'modelId',
  ],
  ...[
    'usage',
    'usageDetails',
    'costDetails',
    'providedCostDetails',
    'toolDefinitions',
    'promptId',
    'promptName',
  ],
]);

/**
 * Reads what Langfuse exports: a trace with its observations, in one object or in two, or observations one by one. Inputs,
 * outputs and metadata are JSON text or values, in the form in which the traced program hands them over. The counts of
 * `usageDetails` do not overlap, unless their total is that of input and output alone.
 *
 * Spec (recordings): "Readers to add (streaming where files are lines; each with the facts of the format in its own module and a sample of our own writing)".
 */
export const langfuseFormat: RowFormat = {
  name: 'Langfuse export',
  programs:
    '[Langfuse](https://langfuse.com) 3, with traces of LangGraph, the OpenAI Agents SDK, Microsoft Agent Framework, the Claude Agent SDK, and others',
  recognisedBy: '`observations`, or rows with `type`, `traceId` and `parentObservationId`',
  from: 'the export of a trace in the interface, or `GET /api/public/traces/ID`',
  failed: 'the observation of the tool has the level `ERROR`, or its message says so',
  leavesOut: 'scores; calls and results that observations repeat; texts of sub-agents that run as tools',
  claims: (row) => observationsOf(row) !== undefined || isObservation(row),
  open: (document, context) => new LangfuseReader(document, context),
};

function isObservation(value: unknown): value is Json {
  if (!isObject(value) || typeof value.type !== 'string' || !TYPE.test(value.type)) return false;
  return (
    typeof value.id === 'string' &&
    'startTime' in value &&
    ('traceId' in value || 'parentObservationId' in value)
  );
}

/** The observations of an export. The trace may hold copies of them without what they say. */
function observationsOf({ observations, trace }: Json): readonly unknown[] | undefined {
  const inner = isObject(trace) ? trace.observations : undefined;
  for (const list of [observations, inner]) {
    if (Array.isArray(list) && isObservation(list[0])) return list as readonly unknown[];
  }
  return undefined;
}

class LangfuseReader implements RowReader {
  readonly #document: SourceDocument;
  readonly #context: ReadingContext;
  readonly #plain = new PlainValues();
  readonly #traces = new Map<string, FoundTrace>();

  constructor(document: SourceDocument, context: ReadingContext) {
    this.#document = document;
    this.#context = context;
  }

  take(row: Json, index: number): void {
    const locate = this.#placeOf(index);
    const list = isObservation(row) ? [row] : observationsOf(row);
    const { file } = this.#document;
    if (!list) {
      const message = 'is not an observation: it has no `type`, `id` and `startTime`';
      throw new InputError({ file, position: locate(), message });
    }
    const named = list.find((each) => isObject(each) && typeof each.traceId === 'string');
    const trace = isObject(named) ? scalarText(named.traceId) : '';
    for (const each of list) {
      if (isObservation(each)) this.#observe(each, trace, locate);
      else {
        const message = 'holds an observation without `type`, `id` or `startTime`';
        this.#traceOf(trace).faults.push({ file, position: locate(), message });
      }
    }
    if (!isObservation(row)) this.#frame(row, trace, list[0] as Json, locate);
    this.#context.ledger.leaveOut([index]);
  }

  #observe(value: Json, of: string, locate: () => Position): void {
    const metadata = this.#plain.of(value.metadata);
    const more = isObject(metadata) && isObject(metadata.attributes) ? metadata.attributes : {};
    const failed = scalarText(value.level).toUpperCase() === 'ERROR';
    const others = Object.entries(value).filter(([key]) => !KNOWN.has(key));
    const trace = typeof value.traceId === 'string' ? value.traceId : of;
    const parent = typeof value.parentObservationId === 'string' ? value.parentObservationId : undefined;
    const span = spanOf(
      {
        name: value.name,
        startTime: value.startTime,
        endTime: value.endTime,
        status: failed ? { code: 2, message: value.statusMessage } : {},
        attributes: {
          ...more,
          'gen_ai.response.model': value.model ?? undefined,
          'langfuse.observation.type': scalarText(value.type).toLowerCase(),
          'langfuse.observation.input': value.input,
          'langfuse.observation.output': value.output,
        },
        ...Object.fromEntries(others),
      },
      { trace, id: scalarText(value.id), parent },
      [],
      this.#plain,
      this.#context.notes,
    );
    const cost = typeof value.totalCost === 'number' && value.totalCost > 0 ? value.totalCost : undefined;
    const usage = usageOf(value.usageDetails ?? value.usage) ?? span.usage;
    if (span.kind === 'chat' && !usage && Object.keys(value.usageDetails ?? {}).length > 0) {
      this.#context.notes.add('unknown-usage', 'usageDetails');
    }
    this.#traceOf(trace).spans.push({ span: { ...span, usage, cost }, locate });
  }

  /** A trace that says what the run was given and gave back. */
  #frame(row: Json, trace: string, first: Json, locate: () => Position): void {
    const about = isObject(row.trace) ? row.trace : row;
    const { input, output, timestamp } = about;
    const [asked, replied] = [input, output].map((each) => this.#plain.ofText(unquoted(each)));
    const attributes = { 'langfuse.trace.input': asked, 'langfuse.trace.output': replied };
    const ids = { trace, id: `${trace}#`, parent: undefined };
    const known = ['trace', 'observations', 'scores', 'corrections', 'input', 'output', 'metadata'];
    const others = [...Object.entries(row), ...Object.entries(about)].filter(([key]) => !known.includes(key));
    const value = { startTime: timestamp ?? first.startTime, attributes, others: Object.fromEntries(others) };
    this.#traceOf(trace).spans.push({
      span: spanOf(value, ids, [], this.#plain, this.#context.notes),
      locate,
    });
  }

  #traceOf(name: string): FoundTrace {
    const trace = this.#traces.get(name) ?? { spans: [], faults: [] };
    this.#traces.set(name, trace);
    return trace;
  }

  #placeOf(index: number): () => Position {
    const position = this.#document.locate([index]);
    return () => position;
  }

  finish(): readonly (Cassette | InputError)[] {
    return readTraces(this.#traces.values(), this.#document.file, this.#context);
  }
}

/** The input and output of a trace are JSON text of JSON text. */
function unquoted(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('"')) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Counts by kind: `input`, `output`, and parts such as `input_cached_tokens` and `output_reasoning`. */
function usageOf(given: unknown): Usage | undefined {
  if (!isObject(given)) return undefined;
  const counts = Object.entries(given).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  const sum = (of: (key: string) => boolean) =>
    counts.reduce((all, [key, count]) => all + (of(key) ? count : 0), 0);
  const has = (key: RegExp) => counts.some(([each]) => key.test(each));
  if (!has(/^(input|prompt)/) || !has(/^(output|completion)/)) return undefined;
  const plain = (of: RegExp) => sum((key) => of.test(key));
  const [input, output] = [
    plain(/^(input|prompt|input_tokens|promptTokens)$/),
    plain(/^(output|completion|output_tokens|completionTokens)$/),
  ];
  const isWrite = (key: string) => /cache/i.test(key) && /creat|writ/i.test(key);
  const isRead = (key: string) => /cache/i.test(key) && !isWrite(key);
  const [read, written] = [sum(isRead), sum(isWrite)];
  const total = sum((key) => key === 'total');
  // the total tells whether the parts are among input and output
  const isWhole = total === input + output;
  const parts = (of: RegExp) =>
    sum((key) => of.test(key) && !/cache/i.test(key) && !/^(input|output)(_tokens)?$/.test(key));
  return withCache({
    input: isWhole ? Math.max(0, input - read - written) : input + parts(/^(input|prompt)[._]/),
    output: isWhole ? output : output + parts(/^(output|completion)[._]/),
    ...(has(/cache/i) && (read > 0 || !isWrite('')) && { read }),
    ...(written > 0 && { written }),
  });
}
