import type { ValuePath } from '../../../diagnostic.ts';
import type { Contradictions } from '../../../documents/contradictions.ts';
import { holdsSomething } from './block-kinds.ts';

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

/**
 * Refuses a message under whose unknown keys a reply, a result or a call may be hidden: one without content whose other
 * keys hold values, and one that has a known carrier of replies in addition to its content.
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
  const carriers = CARRIERS.filter((key) => holdsSomething(message[key]));
  const others = isEmpty ? unknownKeysOf(message) : [];
  const keys = [...new Set([...carriers, ...others])];
  if (keys.length === 0) return;
  const named = keys.slice(0, 5).map((key) => `\`${key}\``);
  const has = Object.hasOwn(message, 'content') ? 'has' : 'has no `content`, but';
  faults.add(
    path,
    `${has} ${named.join(', ')}, which ${keys.length === 1 ? 'is' : 'are'} not read`,
    'what is under it may be a reply or a call: write it as `content` or `tool_calls`, or remove it',
  );
}

/** Where the content is missing or empty, any other key may hold it. */
function unknownKeysOf(message: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(message).filter((key) => !ASIDE_KEY.test(key) && holdsSomething(message[key]));
}
