import type { ValuePath } from '../../../diagnostic.ts';
import { isObject } from '../../../values/own-property.ts';
import { answerOf, isSet } from '../events/answer.ts';
import type { EventReader } from '../events/event-reader.ts';

type Message = Readonly<Record<string, unknown>>;

/** Records the requests of an MCP client and the answers to them. Only tool calls count. */
export class WireReader {
  readonly #events: EventReader;
  readonly #server: string | undefined;
  /** For each id, whether each waiting request with that id is a tool call. Ids repeat in a new session. */
  readonly #waiting = new Map<string, boolean[]>();

  constructor(events: EventReader, server: string | undefined) {
    this.#events = events;
    this.#server = server;
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
      id,
      name: typeof name === 'string' ? name : undefined,
      server: this.#server,
      args,
      argsPath,
    };
    this.#events.call(call, [...path, 'params']);
  }

  /** Takes an answer. The call failed if it has `result.isError` or a JSON-RPC `error`. */
  response(message: unknown, path: ValuePath): void {
    if (!isObject(message) || typeof message.method === 'string') return;
    const key = keyOf(message.id);
    const waiting = this.#waiting.get(key);
    if (!waiting?.shift()) return;
    const { result, error } = message;
    if (!isSet(error) && !isSet(result)) return;
    const is_error = isSet(error) || (isObject(result) && result.isError === true);
    this.#events.result({ id: key, is_error, ...answerOf(result, error) }, path);
  }
}

/** Returns a key for an id. The ids `1` and `"1"` differ. */
function keyOf(id: unknown): string {
  return JSON.stringify(id) ?? '';
}
