import { readJson } from '../../documents/read-json.ts';
import type { CallFault } from '../../mcp/call.ts';
import type { Exchange } from '../../mcp/exchange.ts';
import { own, present } from '../../values/own-property.ts';
import { textsOf } from './answer-shape.ts';

/** What the target of an assertion can begin with. */
export const ENVELOPE = {
  result: 'the whole result, as the server sent it',
  structuredContent: 'the structured content of a tool: `structuredContent.temp_c`',
  content: 'the blocks of a tool: `content[0].text`',
  messages: 'the messages of a prompt: `messages[0].content.text`',
  contents: 'the contents of a resource: `contents[0].text`',
  text: 'the texts of the answer, joined by line ends',
  json: 'that text, read as JSON: `json.items[0].name`; absent if it is not JSON',
  isError: 'whether a tool reported an error',
  error: 'the JSON-RPC error: `error.code`, `error.message`, `error.data`; absent otherwise',
  duration_ms: 'how long the call took, in milliseconds',
  notifications: 'what the server sent meanwhile, each with `method` and `params`',
  questions: 'what the server asked meanwhile, each with `method`, `params`, `reply`, `scripted`',
} as const satisfies Record<string, string>;

/** All members, in the order of the documentation. */
export const ENVELOPE_MEMBERS = Object.keys(ENVELOPE) as readonly (keyof typeof ENVELOPE)[];

/** A call and its answer as assertions see it. */
export type Envelope = Readonly<Record<string, unknown>>;

/** Returns the values that assertions look at. What a call does not have is absent. */
export function envelopeOf({ outcome, duration, notifications, questions }: Exchange): Envelope {
  const result = outcome.kind === 'result' ? outcome.result : undefined;
  const member = (key: string) => (result ? own(result, key) : undefined);
  const text = result && textsOf(result).join('\n');
  return withJson(text, {
    result,
    structuredContent: member('structuredContent'),
    content: member('content'),
    messages: member('messages'),
    contents: member('contents'),
    text,
    isError: result && member('isError') === true,
    error: outcome.kind === 'fault' ? errorOf(outcome.fault) : undefined,
    duration_ms: duration,
    notifications,
    questions,
  });
}

/** Adds the text as JSON. It is read only when an assertion looks at it: a text may be long. */
function withJson(text: string | undefined, members: Readonly<Record<string, unknown>>): Envelope {
  const envelope = present(members) as Record<string, unknown>;
  if (text === undefined) return envelope;
  let read: ReturnType<typeof readJson> | undefined;
  return Object.defineProperty(envelope, 'json', {
    enumerable: true,
    get: () => {
      read ??= readJson(text);
      return read.fault ? undefined : read.value;
    },
  });
}

function errorOf(fault: CallFault): object | undefined {
  if (fault.kind !== 'error-response') return undefined;
  const { kind: _, ...error } = fault;
  return error;
}
