import { isObject, setOwn } from '../../../../values/own-property.ts';
import type { Attributes } from '../../trace/plain.ts';

/** Namespaces whose attributes are read, or are known to hold no calls of their own. */
const KNOWN =
  /^(gen_ai|llm|openinference|traceloop|ai|pydantic_ai|logfire|gcp|mcp|langfuse|langsmith|input|output|tool|metadata|message|session|user|error|exception|otel|service|telemetry|http|url|server|client|network|rpc|db|code|thread|process|host)\./;

type Members = Record<string, unknown>;

/**
 * Returns the attributes of unknown namespaces as the objects that their names were made from: a call
 * `{name, arguments}` may be written as `shadow.name` and `shadow.arguments`.
 */
export function unknownAttributes(attributes: Attributes): Readonly<Members> {
  const root: Members = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.includes('.') || KNOWN.test(name)) continue;
    const segments = name.split('.');
    const last = segments.pop() as string;
    let at = root;
    for (const segment of segments) {
      const below = Object.hasOwn(at, segment) ? at[segment] : undefined;
      const next = isObject(below) ? (below as Members) : {};
      if (next !== below) setOwn(at, segment, next);
      at = next;
    }
    if (!Object.hasOwn(at, last)) setOwn(at, last, value);
  }
  return root;
}
