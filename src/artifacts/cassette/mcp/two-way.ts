import type { ValuePath } from '../../../diagnostic.ts';
import { isObject, own } from '../../../values/own-property.ts';
import type { EventReader } from '../events/event-reader.ts';
import { WireReader } from './wire-reader.ts';

type Message = Readonly<Record<string, unknown>>;

/** Requests that only a server sends, and what tells the client's answer to each of them. */
const SERVER_METHODS: Readonly<Record<string, (result: Message) => boolean>> = {
  'roots/list': ({ roots }) => Array.isArray(roots),
  'sampling/createMessage': ({ role, content }) => role !== undefined && content !== undefined,
  'elicitation/create': ({ action }) => typeof action === 'string',
};

/** Requests and notifications that only a client sends. */
const CLIENT_METHODS =
  /^(initialize|notifications\/initialized|tools\/(call|list)$|resources\/|prompts\/|completion\/complete|logging\/setLevel)/;

const NOT_CALLS = 'they call no tool';

/**
 * Records a session whose messages in both directions are in one list. A server sends requests too, with ids of its own:
 * their answers are told from those of tools by the sender, if the log names it, and by their form.
 */
export class TwoWaySession {
  readonly #events: EventReader;
  readonly #wire: WireReader;
  /** Requests of the server that wait for an answer, by id. */
  readonly #asked = new Map<string, string[]>();
  /** How the log names the client as a sender, or the direction from it. */
  #client: string | undefined;

  /** @param session what tells the session from others in the same recording */
  constructor(events: EventReader, session: string) {
    this.#events = events;
    this.#wire = new WireReader(events, undefined, session);
  }

  /** @param sender how the log names the sender or the direction, if it does */
  take(message: Message, sender: string | undefined, path: ValuePath): void {
    const { method } = message;
    if (typeof method !== 'string') this.#answer(message, sender, path);
    else this.#request(message, method, sender, path);
  }

  #request(message: Message, method: string, sender: string | undefined, path: ValuePath): void {
    const isOfClient = CLIENT_METHODS.test(method);
    if (isOfClient) this.#client ??= sender;
    const isAsked = message.id !== undefined && message.id !== null;
    if (method === 'tools/call') {
      if (isAsked) this.#wire.request(message, path);
      else
        this.#events.faults.add(path, 'is a tool call without an `id`', 'each request of JSON-RPC has one');
      return;
    }
    // `prompts/get` has a name and arguments, too
    if (!isOfClient && namesTool(message.params)) this.#events.unread(`requests for ${method}`);
    if (!isAsked) this.#events.leaveOut(path, 'notifications', NOT_CALLS);
    else if (!isOfClient && (method in SERVER_METHODS || this.#isOfServer(sender))) {
      const key = JSON.stringify(message.id);
      this.#asked.set(key, [...(this.#asked.get(key) ?? []), method]);
      this.#events.leaveOut(path, `requests of the server (\`${method}\`)`, NOT_CALLS);
    } else {
      this.#wire.request(message, path);
      this.#events.leaveOut(path, `requests for \`${method}\``, NOT_CALLS);
    }
  }

  #answer(message: Message, sender: string | undefined, path: ValuePath): void {
    const key = JSON.stringify(message.id);
    const asked = this.#asked.get(key);
    if (asked?.[0] !== undefined && this.#answersServer(message, asked[0], sender, key)) {
      asked.shift();
      this.#events.leaveOut(path, 'answers to requests of the server', NOT_CALLS);
    } else if (this.#wire.response(message, path) !== 'call') {
      this.#events.leaveOut(path, 'answers to other requests', NOT_CALLS);
    }
  }

  #answersServer(message: Message, method: string, sender: string | undefined, key: string): boolean {
    if (this.#isOfServer(sender)) return false;
    if (!this.#wire.waitsFor(key)) return true;
    // a log whose direction is the same for all messages says nothing
    const { result } = message;
    return isObject(result) && own(SERVER_METHODS, method)?.(result) === true;
  }

  #isOfServer(sender: string | undefined): boolean {
    return sender !== undefined && this.#client !== undefined && sender !== this.#client;
  }
}

/** Whether what a request was given is that of a call: no method but `tools/call` and `prompts/get` is given that. */
function namesTool(params: unknown): boolean {
  return isObject(params) && typeof params.name === 'string' && params.arguments !== undefined;
}
