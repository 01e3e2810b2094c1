import type { ValuePath } from '../../../../diagnostic.ts';
import { isObject } from '../../../../values/own-property.ts';
import type { Attributes, PlainValues } from '../../trace/plain.ts';
import type { ToolRun } from '../../trace/span.ts';
import { firstOf, NAMES, strayArguments, textIn } from './attributes.ts';
import type { SpanEvent } from './events.ts';

/** Whether a span failed, and what it says about that. */
export interface Failure {
  readonly failed: boolean;
  readonly error: unknown;
}

/** Reads the call of a tool from its span. */
export function toolOf(
  name: string,
  attributes: Attributes,
  events: readonly SpanEvent[],
  plain: PlainValues,
  { failed, error }: Failure,
): ToolRun {
  // in the conventions before 1.37, the arguments and the result are events
  const told = (event: string) => events.findIndex((each) => each.name === event);
  const [asked, chosen] = [told('gen_ai.tool.message'), told('gen_ai.choice')];
  const key = firstOf(
    attributes,
    NAMES.toolArgs.filter((each) => !isSchema(attributes[each])),
  );
  const gave = firstOf(attributes, NAMES.toolResult);
  const content = asked < 0 ? undefined : events[asked]?.body.content;
  const [given, path]: [unknown, ValuePath] =
    key !== undefined ? [attributes[key], ['attributes', key]] : [content, ['events', asked, 'content']];
  const [args, argsPath] = unwrapped(given, path);
  const result = gave !== undefined ? attributes[gave] : events[chosen]?.body.content;
  return {
    name:
      textIn(attributes, NAMES.toolName) ??
      textIn(attributes, ['traceloop.entity.name']) ??
      nameIn(name, attributes),
    id: textIn(attributes, NAMES.toolId),
    args: typeof args === 'string' && !/^\s*\{/.test(args) ? { input: args } : args,
    argsPath,
    stray: args === undefined ? strayArguments(attributes) : undefined,
    result: plain.isText(result) ? plain.textOf(result) : result,
    contents: [['events'], ...[...NAMES.toolArgs, ...NAMES.toolResult].map((each) => ['attributes', each])],
    error,
    isError: failed,
  };
}

/** `execute_tool get_weather`, `tools/call get_weather`; only OTel GenAI puts more into the name of a span. */
function nameIn(name: string, attributes: Attributes): string | undefined {
  const match = /^(?:execute_tool|tools\/call|running tool:?|call_tool)\s+(\S.*)$/i.exec(name);
  if (match) return match[1];
  const isNamedAfter = ['langfuse.observation.type', 'langsmith.span.kind'].some(
    (key) => attributes[key] === 'tool',
  );
  return (isNamedAfter || attributes['gen_ai.operation.name'] === undefined) && name !== 'running tool'
    ? name
    : undefined;
}

/** OpenLLMetry and LangSmith put the arguments into an object of their own. */
function unwrapped(given: unknown, path: ValuePath): [unknown, ValuePath] {
  if (!isObject(given)) return [given, path];
  const isWrapper = Object.keys(given).every((key) =>
    /^(input_str|inputs|input|kwargs|args|tags|metadata|config|tool_args)$/.test(key),
  );
  const inner =
    isWrapper && ['inputs', 'kwargs', 'tool_args', 'input', 'args'].find((key) => isObject(given[key]));
  return inner ? [given[inner], [...path, inner]] : [given, path];
}

function isSchema(value: unknown): boolean {
  return isObject(value) && isObject(value.properties);
}
