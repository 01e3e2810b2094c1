import { type Instant, isInstant } from '../../../time/instant.ts';
import { isObject, present } from '../../../values/own-property.ts';
import { RecentMap } from '../../../values/recent-map.ts';
import type { AuditRecord } from '../model.ts';
import { readHostToolName } from './host-tool-name.ts';
import {
  type LogEntry,
  type LogFormat,
  type LogReader,
  type LogRow,
  leftOut,
  unreadable,
} from './log-format.ts';
import { objectAt, textAt } from './members.ts';
import { type OtlpSpan, spansOf } from './otlp-spans.ts';

/** How many spans are remembered, to count a call once that the client and the server recorded. */
const REMEMBERED = 10_000;

/** Traces in OTLP JSON, as the file exporter of the OpenTelemetry Collector writes them. */
export const otlpFormat: LogFormat = {
  name: 'otlp',
  title: 'OpenTelemetry traces in OTLP JSON',
  from: 'the `file` exporter of the OpenTelemetry Collector, or one JSON document: spans with `gen_ai.operation.name: execute_tool` or `mcp.method.name: tools/call`',
  mapping: {
    tool: '`gen_ai.tool.name`, else `mcp.tool.name`, else the name of the span after `execute_tool` or `tools/call`; `mcp__SERVER__TOOL` without its prefix',
    server: '`mcp.server.name`, or SERVER of `mcp__SERVER__TOOL`',
    agent:
      '`gen_ai.agent.id`, else `gen_ai.agent.name`, else `gen_ai.conversation.id`, `session.id` or `mcp.session.id`',
    at: '`startTimeUnixNano`',
    arguments: '`gen_ai.tool.call.arguments`',
    decision: null,
    ip: '`client.address`',
  },
  leftOut: 'spans of other operations. A span and its parent or child of the same tool are one call',
  marker: /execute_tool|tools\/call/,
  claims: ({ value }) => value !== undefined && Array.isArray(value.resourceSpans),
  open: () => new OtlpReader(),
};

class OtlpReader implements LogReader {
  /** The tools of spans that were counted, by their own identifier, and by that of their parent. */
  readonly #counted = new RecentMap<string, string>(REMEMBERED);
  readonly #parents = new RecentMap<string, string>(REMEMBERED);

  read({ value }: LogRow): LogEntry {
    if (value === undefined || !Array.isArray(value.resourceSpans))
      return leftOut('lines that are no traces');
    const spans = spansOf(value.resourceSpans);
    if (spans === undefined) return unreadable('`resourceSpans` must have `scopeSpans` with `spans`');
    const calls: AuditRecord[] = [];
    for (const span of spans) {
      if (!isToolCall(span)) continue;
      const call = readCall(span);
      if (typeof call === 'string') return unreadable(call);
      if (this.#isKnown(span, call.tool)) continue;
      calls.push(call);
    }
    if (calls.length > 0) return { kind: 'calls', calls };
    return leftOut('batches without tool calls');
  }

  /** Whether the parent or a child of the span was counted as the same call. Children are often exported first. */
  #isKnown({ traceId, spanId, parentSpanId }: OtlpSpan, tool: string): boolean {
    const own = spanId === undefined ? undefined : `${traceId}/${spanId}`;
    const parent = parentSpanId === undefined ? undefined : `${traceId}/${parentSpanId}`;
    const isKnown =
      (parent !== undefined && this.#counted.get(parent) === tool) ||
      (own !== undefined && this.#parents.get(own) === tool);
    if (own !== undefined) this.#counted.set(own, tool);
    if (parent !== undefined) this.#parents.set(parent, tool);
    return isKnown;
  }
}

const SPAN_NAME = /^(?:execute_tool|tools\/call)\s+(.+)$/s;

function isToolCall({ name, attributes }: OtlpSpan): boolean {
  return (
    attributes['gen_ai.operation.name'] === 'execute_tool' ||
    attributes['mcp.method.name'] === 'tools/call' ||
    (attributes['gen_ai.operation.name'] === undefined && /^execute_tool\s/.test(name))
  );
}

/** Reads nanoseconds since 1970, which are written as text because no double holds them. */
function toInstant(start: OtlpSpan['start']): Instant | undefined {
  if (start === undefined || !/^[1-9]\d{0,30}$/.test(String(start))) return undefined;
  const at = Number(BigInt(start) / 1_000_000n);
  return at > 0 && isInstant(at) ? at : undefined;
}

const AGENT = [
  'gen_ai.agent.id',
  'gen_ai.agent.name',
  'gen_ai.conversation.id',
  'session.id',
  'mcp.session.id',
] as const;

function readCall(span: OtlpSpan): AuditRecord | string {
  const { attributes, name } = span;
  const full =
    textAt(attributes, 'gen_ai.tool.name') ??
    textAt(attributes, 'mcp.tool.name') ??
    SPAN_NAME.exec(name)?.[1];
  if (full === undefined) return '`gen_ai.tool.name` must be the name of the tool';
  const named = readHostToolName(full);
  const at = toInstant(span.start);
  if (at === undefined) return '`startTimeUnixNano` must be a time';
  const id = AGENT.map((key) => textAt(attributes, key)).find((found) => found !== undefined);
  const args = attributes['gen_ai.tool.call.arguments'];
  return {
    ...named,
    at,
    ...present({
      id: textAt(attributes, 'gen_ai.tool.call.id') ?? span.spanId,
      agent: id === undefined ? undefined : { id },
      server: textAt(attributes, 'mcp.server.name') ?? named.server,
      ip: textAt(attributes, 'client.address'),
      arguments: isObject(args) ? args : objectAt(attributes, 'gen_ai.tool.call.arguments'),
    }),
  };
}
