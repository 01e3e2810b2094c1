import type { ValuePath } from '../../../diagnostic.ts';
import { isObject } from '../../../values/own-property.ts';
import { answerOf, isSet } from '../events/answer.ts';
import type { EventReader } from '../events/event-reader.ts';

type Message = Readonly<Record<string, unknown>>;

/** Records the requests of an MCP client and the answers to them. Only tool calls count. */
export class WireReader {
  readonly #events: EventReader;
  #server: string | undefined;
  readonly #isNamed: boolean;
  readonly #session: string;
  /** For each id, whether each waiting request with that id is a tool call. Ids repeat in a new session. */
  readonly #waiting = new Map<string, boolean[]>();

  /**
   * @param server the name of the server; undefined when the answer to `initialize` will say it
   * @param session what tells the ids of this session from those of others in the same recording
   */
  constructor(events: EventReader, server: string | undefined, session = '') {
    this.#events = events;
    this.#session = session;
    this.#server = server;
    this.#isNamed = server !== undefined;
  }

  /** Whether a request with an id, as JSON, waits for its answer. */
  waitsFor(key: string): boolean {
    return (this.#waiting.get(key)?.length ?? 0) > 0;
  }

  request(message: unknown, path: ValuePath): void {
    if (!isObject(message) || typeof message.method !== 'string' || !isSet(message.id)) return;
    const isCall = message.method === 'tools/call';
    const key = keyOf(message.id);
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.push(isCall);
    else this.#waiting.set(key, [isCall]);
    if (isCall) this.#call(message, key, path);
  }

  #call({ params }: Message, id: string, path: ValuePath): void {
    const { name, arguments: args } = isObject(params) ? params : {};
    const argsPath = [...path, 'params', 'arguments'];
    const call = {
      id: this.#session + id,
      name: typeof name === 'string' ? name : undefined,
      server: this.#server,
      args,
      argsPath,
    };
    this.#events.call(call, [...path, 'params']);
  }

  /**
   * Takes an answer. The call failed if it has `result.isError` or a JSON-RPC `error`.
   * @returns whether it answers a call of a tool
   */
  response(message: unknown, path: ValuePath): 'call' | 'other' {
    if (!isObject(message) || typeof message.method === 'string') return 'other';
    const { result, error } = message;
    this.#readServer(result);
    const key = keyOf(message.id);
    const waiting = this.#waiting.get(key);
    if (!waiting?.shift()) return 'other';
    if (!isSet(error) && !isSet(result)) return 'call';
    const is_error = isSet(error) || (isObject(result) && result.isError === true);
    this.#events.result({ id: this.#session + key, is_error, ...answerOf(result, error) }, path);
    return 'call';
  }

  /** The answer to `initialize` contains the name of the server. */
  #readServer(result: unknown): void {
    if (this.#isNamed || !isObject(result) || !isObject(result.serverInfo)) return;
    const { name } = result.serverInfo;
    if (typeof name === 'string') this.#server = name;
  }
}

/** Returns a key for an id. The ids `1` and `"1"` differ. */
function keyOf(id: unknown): string {
  return JSON.stringify(id) ?? '';
}
