import { isObject } from '../../../../values/own-property.ts';
import type { PlainValues } from '../../trace/plain.ts';

/** An event of a span: what was said, in the conventions before 1.37. */
export interface SpanEvent {
  readonly name: string;
  /** Its attributes and its body. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly side: 'input' | 'output' | undefined;
}

const ROLE = /^gen_ai\.(system|user|assistant|tool)\.message$/;

/**
 * Reads an event, or the log record of one. `gen_ai.user.message` and its kin are what a model was given;
 * `gen_ai.choice` is its reply.
 */
export function eventOf(given: unknown, plain: PlainValues): SpanEvent | undefined {
  if (!isObject(given)) return undefined;
  // an event of Logfire is one object
  const own = typeof given['event.name'] === 'string' ? given : {};
  const attributes = { ...own, ...plain.attributes(given.attributes) };
  const body = isObject(given.body) ? bodyOf(given.body, plain) : {};
  const name = [given.eventName, attributes['event.name'], given.name, given.body].find(
    (each) => typeof each === 'string' && each !== '',
  );
  if (typeof name !== 'string') return undefined;
  const role = ROLE.exec(name)?.[1];
  const said = { ...attributes, ...body };
  const message: unknown = said.message;
  return {
    name,
    side: role ? 'input' : name === 'gen_ai.choice' ? 'output' : undefined,
    body: {
      ...(role !== undefined && { role }),
      ...(name === 'gen_ai.choice' && { role: 'assistant' }),
      ...said,
      // the message of a choice is a message, or its content
      ...(message !== undefined && !isObject(message) && { content: message, message: undefined }),
    },
  };
}

function bodyOf(
  body: Readonly<Record<string, unknown>>,
  plain: PlainValues,
): Readonly<Record<string, unknown>> {
  const value = Object.keys(body).some((key) => /^[a-z]+_?[vV]alue$/.test(key))
    ? plain.ofAnyValue(body)
    : body;
  return isObject(value) ? value : { content: value };
}
