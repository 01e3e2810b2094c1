import type { ValuePath } from '../../../diagnostic.ts';
import type { Contradictions } from '../../../documents/contradictions.ts';
import { holdsSomething, refuseHiddenReply } from '../events/hidden-reply.ts';

/** Keys of a message that hold neither what was said nor what was called. */
const ASIDE_KEY = new RegExp(
  `^(${[
    ...[
      'role',
      'type',
      'id',
      'name',
      'model',
      'author',
      'agent',
      'source',
      'index',
      'uuid',
      'object',
      'lc',
      'example',
    ],
    ...['.*metadata', '.*_id', '.*Id', '.*reasoning.*', '.*thinking.*', '.*thought.*', '.*signature.*'],
    ...[
      'usage.*',
      'cost',
      'metrics',
      'logprobs',
      'token.*',
      '.*_reason',
      '.*Reason',
      '.*finish.*',
      'stop_.*',
    ],
    ...['.*time.*', '.*_at', '.*At', 'date', 'created', 'updated', 'latency.*', 'duration.*'],
    ...[
      'provider.*',
      'annotations',
      'additional_kwargs',
      'extra.*',
      'config',
      'options',
      'tags',
      'status',
      'state',
    ],
    ...[
      'cache_control',
      'citations',
      'attachments',
      'experimental_.*',
      'images?',
      'files?',
      'context',
      'version',
    ],
    ...['tool_calls', 'toolCalls', 'tool_call_chunks', 'invalid_tool_calls', 'function_call', 'tool_call_id'],
    ...['content', 'refusal', 'audio', 'error', 'is_error', 'isError', 'requestor', 'function', 'artifact'],
  ].join('|')})$`,
  // a `.*` that ends at a line break is tried again from each place before it
  's',
);

/** Keys under which some programs keep calls and replies. Next to the content of a message they are not read. */
const CARRIERS = [
  'response',
  'responses',
  'choices',
  'output',
  'outputs',
  'parts',
  'toolInvocations',
] as const;

const CARRIER_KEYS: ReadonlySet<string> = new Set(CARRIERS);

/**
 * Refuses a message under whose unknown keys a reply, a result or a call may be hidden: one without content whose other
 * keys hold something, and one that has a known carrier of replies in addition to its content.
 * @param isEmpty whether nothing that is known was found in the message
 *
 * Spec (recordings): "One rule against silent loss".
 */
export function refuseUnreadKeys(
  message: Readonly<Record<string, unknown>>,
  isEmpty: boolean,
  path: ValuePath,
  faults: Contradictions,
): void {
  const isQuiet = (key: string) => (isEmpty ? ASIDE_KEY.test(key) : !CARRIER_KEYS.has(key));
  refuseHiddenReply(message, isQuiet, '`content` or `tool_calls`', path, faults);
}

/** The unknown keys of a message that has a text and an empty list of calls: its calls may be under one of them. */
export function keysBesideNoCalls(message: Readonly<Record<string, unknown>>): string[] {
  const { role, tool_calls } = message;
  if (role !== 'assistant' || !Array.isArray(tool_calls) || tool_calls.length > 0) return [];
  return Object.keys(message).filter((key) => !ASIDE_KEY.test(key) && holdsSomething(message[key]));
}
