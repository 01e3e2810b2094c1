import { isObject } from '../../../values/own-property.ts';
import { textAt } from './members.ts';

type Json = Readonly<Record<string, unknown>>;

/** A span of OTLP JSON, with its attributes as plain values. */
export interface OtlpSpan {
  readonly name: string;
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly parentSpanId: string | undefined;
  /** Nanoseconds since 1970, as text or number. */
  readonly start: string | number | undefined;
  readonly attributes: Json;
}

/** Returns the spans of all resources; undefined when the lists are not those of OTLP. */
export function spansOf(resourceSpans: readonly unknown[]): OtlpSpan[] | undefined {
  const spans: OtlpSpan[] = [];
  for (const resource of resourceSpans) {
    // the name before OTLP 1.0
    const scopes = isObject(resource)
      ? (resource.scopeSpans ?? resource.instrumentationLibrarySpans ?? [])
      : undefined;
    if (!Array.isArray(scopes)) return undefined;
    for (const scope of scopes) {
      const list: unknown = isObject(scope) ? (scope.spans ?? []) : undefined;
      if (!Array.isArray(list)) return undefined;
      for (const span of list) {
        if (!isObject(span)) return undefined;
        spans.push(toSpan(span));
      }
    }
  }
  return spans;
}

function toSpan(span: Json): OtlpSpan {
  const { startTimeUnixNano: start } = span;
  return {
    name: textAt(span, 'name') ?? '',
    traceId: textAt(span, 'traceId'),
    spanId: textAt(span, 'spanId'),
    parentSpanId: textAt(span, 'parentSpanId'),
    start: typeof start === 'string' || typeof start === 'number' ? start : undefined,
    attributes: readAttributes(span.attributes),
  };
}

function readAttributes(attributes: unknown): Json {
  const entries: [string, unknown][] = [];
  for (const attribute of Array.isArray(attributes) ? attributes : []) {
    if (!isObject(attribute) || typeof attribute.key !== 'string') continue;
    entries.push([attribute.key, readValue(attribute.value)]);
  }
  return Object.fromEntries(entries);
}

/** Reads an `AnyValue`. */
function readValue(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (isObject(value.kvlistValue)) return readAttributes(value.kvlistValue.values);
  if (isObject(value.arrayValue)) {
    return Array.isArray(value.arrayValue.values) ? value.arrayValue.values.map(readValue) : [];
  }
  return value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue;
}
