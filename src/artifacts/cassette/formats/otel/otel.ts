import type { Diagnostic, Position, ValuePath } from '../../../../diagnostic.ts';
import type { SourceDocument } from '../../../../documents/source-document.ts';
import { InputError } from '../../../../errors.ts';
import { append } from '../../../../values/append.ts';
import { isObject, valueAt } from '../../../../values/own-property.ts';
import { Ledger, UNREAD_CALL } from '../../events/ledger.ts';
import type { ReadingContext } from '../../events/reading-context.ts';
import type { Cassette } from '../../model.ts';
import { PlainValues } from '../../trace/plain.ts';
import { type FoundTrace, readTraces } from '../../trace/read-trace.ts';
import type { Span } from '../../trace/span.ts';
import type { RowFormat, RowReader } from '../row-format.ts';
import { eventOf, type SpanEvent } from './events.ts';
import { type SpanIds, spanIdsOf, spanOf } from './span.ts';
import { startOf } from './times.ts';

type Json = Readonly<Record<string, unknown>>;

/** Attributes that only spans of agents have. */
const OF_AGENTS = /^(gen_ai|llm|openinference|traceloop|ai|pydantic_ai|gcp\.vertex\.agent|mcp)\./;

/**
 * Reads traces of OpenTelemetry: OTLP JSON (one object, or a line each), or spans as an SDK or Phoenix writes them, one
 * by one. Each trace is a run. Requests to models hold the messages: the conventions of OTel GenAI, in attributes
 * or in events, those of OpenInference, OpenLLMetry, the AI SDK, and Google ADK.
 *
 * Spec (recordings): "Readers to add (streaming where files are lines; each with the facts of the format in its own module and a sample of our own writing)".
 */
export const otelFormat: RowFormat = {
  name: 'OpenTelemetry trace',
  programs:
    'agents traced with the [GenAI conventions](https://opentelemetry.io/docs/specs/semconv/gen-ai/) of OpenTelemetry, OpenInference (Phoenix; for JavaScript: OpenAI 4.2.7, Anthropic 0.2.8, LangChain 4.1.1), OpenLLMetry (Traceloop; OpenAI 0.27.0 for JavaScript), Logfire (0.18.25 of JavaScript around spans of OpenInference; those of Python without a file), or the AI SDK (4.3.19, 5.0.277 and 6.0.326)',
  recognisedBy: '`resourceSpans`, or spans with `gen_ai.`, `llm.` or `ai.` attributes',
  from: 'the file exporter of an OpenTelemetry Collector, the console exporter of an SDK, or the export of Phoenix; switch the recording of content on',
  failed: 'the span of the tool has the status `ERROR`, or an `error.type`',
  leavesOut:
    'messages that repeat earlier ones; texts of sub-agents that run as tools; metrics; spans and traces of other programs',
  claims: (row) => isOtlp(row) || isSpanOfAgent(row),
  open: (document, context) => new OtelReader(document, context),
};

function isOtlp({ resourceSpans, resource_spans, resourceLogs, scopeSpans }: Json): boolean {
  return [resourceSpans, resource_spans, resourceLogs, scopeSpans].some(Array.isArray);
}

function isSpanOfAgent(row: Json): boolean {
  if (!spanIdsOf(row)) return false;
  const plain = new PlainValues();
  return Object.keys(plain.attributes(row.attributes)).some((name) => OF_AGENTS.test(name));
}

function isOfAgent({ kind, plain }: Span): boolean {
  const attributes = valueAt(plain, ['attributes']);
  return (
    kind !== 'other' || (isObject(attributes) && Object.keys(attributes).some((name) => OF_AGENTS.test(name)))
  );
}

/** Keys next to spans, whose values say where the spans come from. They may have attributes of agents. */
const ASIDE = new Set(['resource', 'scope', 'instrumentationScope', 'instrumentationLibrary']);

/** Keys of what is not a trace. */
const METRICS = new Set(['resourceMetrics', 'scopeMetrics']);

interface FoundSpan {
  readonly ids: SpanIds;
  readonly value: Json;
  readonly locate: () => Position;
}

class OtelReader implements RowReader {
  readonly #document: SourceDocument;
  readonly #context: ReadingContext;
  readonly #plain = new PlainValues();
  readonly #spans: FoundSpan[] = [];
  readonly #logs = new Map<string, SpanEvent[]>();
  /** The faults next to spans, by the traces of these; those of rows without a span belong to the file. */
  readonly #faults = new Map<string | undefined, Diagnostic[]>();

  constructor(document: SourceDocument, context: ReadingContext) {
    this.#document = document;
    this.#context = context;
  }

  take(row: Json, index: number): void {
    const known = this.#spans.length;
    const rest = this.#plain.of(this.#walk(row, [index], 'row'));
    // what the spans hold is looked at when all of them are known
    this.#context.ledger.leaveOut([index]);
    const ledger = new Ledger();
    ledger.begin(rest, 0);
    const { file } = this.#document;
    const place = (path: ValuePath) => ({ file, position: this.#document.locate(path), path });
    const faults: Diagnostic[] = [
      ...ledger.unread().map((path) => ({ ...place([index, ...path]), ...UNREAD_CALL })),
      ...[...strayIn(rest), ...this.#plain.faults.splice(0)].map((message) => ({
        ...place([index]),
        message,
      })),
    ];
    const traces = new Set(this.#spans.slice(known).map(({ ids }) => ids.trace));
    for (const trace of traces.size === 0 ? [undefined] : traces) {
      const known = this.#faults.get(trace);
      if (known) append(known, faults);
      else this.#faults.set(trace, [...faults]);
    }
  }

  /** Takes the spans out of a row. @returns the rest */
  #walk(value: unknown, path: (string | number)[], key: string): unknown {
    if (Array.isArray(value)) return value.map((each, index) => this.#walk(each, [...path, index], key));
    if (!isObject(value)) return value;
    const ids = spanIdsOf(value) ?? (key === 'spans' ? this.#unnamed(value) : undefined);
    if (key === 'logRecords' || key === 'log_records') this.#log(value, ids);
    else if (ids) this.#spans.push({ ids, value, locate: this.#placeOf(path) });
    else {
      const members = Object.entries(value).filter(([name]) => !METRICS.has(name));
      return Object.fromEntries(
        members.map(([name, member]) => [name, this.#walk(member, [...path, name], name)]),
      );
    }
    return null;
  }

  #unnamed({ traceId }: Json): SpanIds {
    const trace = typeof traceId === 'string' ? traceId : '';
    return { trace, id: `#${this.#spans.length}`, parent: undefined };
  }

  #log(value: Json, ids: SpanIds | undefined): void {
    const event = eventOf(value, this.#plain);
    if (!event || !ids || !/^gen_ai\./.test(event.name)) {
      this.#context.notes.leaveOut('log records', 'they are not messages of a model');
      return;
    }
    const key = `${ids.trace} ${ids.id}`;
    const known = this.#logs.get(key);
    if (known) known.push(event);
    else this.#logs.set(key, [event]);
  }

  /** Rows of a file are located while they are read, those of a document at any time. */
  #placeOf(path: readonly (string | number)[]): () => Position {
    const row = this.#document.locate(path.slice(0, 1));
    return () => {
      const now = this.#document.locate(path.slice(0, 1));
      return now.line === row.line && now.column === row.column ? this.#document.locate(path) : row;
    };
  }

  finish(): readonly (Cassette | InputError)[] {
    const ofFile = this.#faults.get(undefined) ?? [];
    if (ofFile.length > 0) throw new InputError(ofFile);
    const named = new Set(this.#spans.flatMap(({ ids }) => (ids.trace === '' ? [] : [ids.trace])));
    const [only] = named;
    const isTimed = this.#spans.some(({ value }) => startOf(value) > 0);
    const traces = new Map<string, FoundTrace>();
    for (const { ids, value, locate } of this.#spans) {
      const key = `${ids.trace} ${ids.id}`;
      const span = spanOf(value, ids, this.#logs.get(key) ?? [], this.#plain, this.#context.notes);
      const missing = [
        ...this.#plain.faults.splice(0),
        ...strayIn(span.plain.others),
        ...strayIn(span.plain.around),
        ...(isOfAgent(span) ? [] : strayIn(this.#plain.of(valueAt(span.plain, ['attributes'])))),
        ...(isTimed && span.start === 0
          ? ['the span has no start, so the order of the calls is unclear']
          : []),
      ];
      const { file } = this.#document;
      if (ids.trace === '' && named.size > 1) {
        const message = 'the span has no trace id, so it is unclear to which trace it belongs';
        throw new InputError({ file, position: locate(), message });
      }
      const name = ids.trace === '' ? (only ?? '') : ids.trace;
      const trace = traces.get(name) ?? { spans: [], faults: [...(this.#faults.get(ids.trace) ?? [])] };
      traces.set(name, trace);
      trace.spans.push({ span, locate });
      for (const message of missing) trace.faults.push({ file, position: locate(), message });
    }
    const found = [...traces.values()];
    return this.#withoutOthers(found, readTraces(found, this.#document.file, this.#context));
  }

  /** Leaves out the traces of programs around the agents, such as a server: a trace of an agent that says nothing stays. */
  #withoutOthers(
    traces: readonly FoundTrace[],
    runs: readonly (Cassette | InputError)[],
  ): readonly (Cassette | InputError)[] {
    const isOther = runs.map((run, index) => {
      const isSilent = !(run instanceof InputError) && run.turns.length === 0;
      return isSilent && !traces[index]?.spans.some(({ span }) => isOfAgent(span));
    });
    if (!isOther.includes(false)) return runs;
    for (const each of isOther) {
      if (each) this.#context.notes.leaveOut('traces of other programs', 'they have no span of an agent');
    }
    return runs.filter((_, index) => !isOther[index]);
  }
}

/** Attributes of an agent in a place where they are not those of a span: what they say would be lost. */
function strayIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const [stray] = Object.keys(value).filter((key) => OF_AGENTS.test(key));
  if (stray !== undefined)
    return [`\`${stray}\` is not among the \`attributes\` of a span with a \`spanId\``];
  return Object.entries(value).flatMap(([key, member]) => (ASIDE.has(key) ? [] : strayIn(member)));
}
