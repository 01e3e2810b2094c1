import { scalarText } from '../../../../values/scalar-text.ts';
import type { Attributes } from '../../trace/plain.ts';
import type { SpanKind } from '../../trace/span.ts';
import { firstOf, isText, NAMES } from './attributes.ts';
import type { SpanEvent } from './events.ts';

/** What a span did, by the names that the programs give to it. */
export function kindOf(name: string, attributes: Attributes, events: readonly SpanEvent[]): SpanKind {
  const kinds = [
    'openinference.span.kind',
    'traceloop.span.kind',
    'langfuse.observation.type',
    'langsmith.span.kind',
  ];
  const says = (word: string) => kinds.some((key) => scalarText(attributes[key]).toLowerCase() === word);
  const operation = scalarText(attributes['gen_ai.operation.name'] ?? '').toLowerCase();
  const isTool =
    operation === 'execute_tool' ||
    says('tool') ||
    attributes['mcp.method.name'] === 'tools/call' ||
    /^execute_tool\b/.test(name);
  if (isTool) return 'tool';
  const isChat =
    /^(chat|text_completion|generate_content|generate|responses?|completion|message)s?$/.test(operation) ||
    says('llm') ||
    says('generation') ||
    isText(attributes['llm.request.type']) ||
    /\.do(generate|stream)$/i.test(scalarText(attributes['ai.operationId']));
  const hasMessages =
    firstOf(attributes, [...NAMES.input, ...NAMES.output]) !== undefined ||
    events.some(({ side }) => side !== undefined);
  const namesTool = firstOf(attributes, [
    'gen_ai.tool.name',
    'gen_ai.tool.call.id',
    'ai.toolCall.name',
    'gen_ai.tool.call.arguments',
  ]);
  if (namesTool !== undefined && !(hasMessages && isChat) && !/agent/.test(operation)) return 'tool';
  const isAgent =
    /agent|workflow/.test(operation) || says('agent') || says('chain') || says('workflow') || says('task');
  return isChat ||
    (hasMessages && !isAgent && operation === '' && firstOf(attributes, NAMES.model) !== undefined)
    ? 'chat'
    : 'other';
}
