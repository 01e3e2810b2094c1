import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/client';
import type { ClientAbilities, Notice } from '../mcp/exchange.ts';
import { present } from '../values/own-property.ts';
import { faultOfLost, lostAnswer } from './lost-answer.ts';
import { Violations } from './violations.ts';

/** A member of `_meta` that tells the tap which message a request became. It is removed before the message is sent. */
const MARK = 'mcptest.dev/tap';

/** What came of a request: its last reply as the server sent it, and the error of the SDK, which may refuse the reply. */
export interface Tapped {
  readonly reply?: JSONRPCMessage;
  readonly error?: unknown;
}

/** A request that waits for its reply. */
interface Watch {
  /** The id of its last message: a request is sent again with the input that the server asked for. */
  id?: RequestId;
  readonly take: (message: JSONRPCMessage) => void;
  readonly onNotice: ((notice: Notice) => void) | undefined;
}

/**
 * Sees the messages of a transport as the server sends them. The SDK rejects a whole answer because of one malformed member,
 * and drops what it does not know; those who judge a server must see what it sent.
 */
export class WireTap {
  readonly #replies = new Map<RequestId, (message: JSONRPCMessage) => void>();
  readonly #marked = new Map<number, Watch>();
  #marks = 0;
  /** How often the server said that one of its lists has changed. */
  listChanges = 0;
  readonly violations: Violations;

  /** Must be made before the SDK is connected to the transport, which keeps the handlers that it finds. */
  constructor(transport: Transport, abilities: ClientAbilities) {
    this.violations = new Violations(abilities);
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      this.violations.sent(message);
      if (!isJSONRPCRequest(message)) return send(message, options);
      const onRequestStreamEnd = () => {
        options?.onRequestStreamEnd?.();
        // the SDK would wait for an answer that can no longer come; it ignores this one if there was one
        transport.onmessage?.(lostAnswer(message.id, { kind: 'closed' }));
      };
      return send(this.#withoutMark(message), { ...options, onRequestStreamEnd });
    };
    transport.onmessage = (message: JSONRPCMessage) => this.#take(message);
  }

  /** Calls back with the reply to a request that is sent past the SDK. */
  onReply(id: RequestId, take: (message: JSONRPCMessage) => void): void {
    this.#replies.set(id, take);
  }

  /**
   * Makes one request of the SDK, and returns the reply as the server sent it, whatever the SDK thinks of it. Never rejects.
   * @param request makes the request with the given `_meta`
   * @param onNotice called with each notification until the reply, but not with the progress of other requests
   */
  async watch(
    request: (_meta: Record<string, unknown>) => Promise<unknown>,
    onNotice?: (notice: Notice) => void,
  ): Promise<Tapped> {
    const mark = this.#marks++;
    let reply: JSONRPCMessage | undefined;
    const take = (message: JSONRPCMessage) => {
      reply = message;
    };
    const watch: Watch = { take, onNotice };
    this.#marked.set(mark, watch);
    try {
      await request({ [MARK]: mark });
      return present({ reply });
    } catch (error) {
      return present({ reply, error });
    } finally {
      this.violations.giveUp(watch.id);
      this.#marked.delete(mark);
    }
  }

  #take(message: JSONRPCMessage): void {
    const isLost = isJSONRPCErrorResponse(message) && faultOfLost(message.error) !== undefined;
    if (!isLost) this.violations.received(message);
    if (isJSONRPCNotification(message)) this.#notify(message.method, message.params);
    if ('method' in message || message.id === undefined) return;
    const take = this.#replies.get(message.id);
    this.#replies.delete(message.id);
    take?.(message);
  }

  #notify(method: string, params: { readonly [key: string]: unknown } | undefined): void {
    if (method.endsWith('/list_changed')) this.listChanges += 1;
    for (const { id, onNotice } of this.#marked.values()) {
      if (method === 'notifications/progress' && params?.progressToken !== id) continue;
      onNotice?.({ method, params });
    }
  }

  #withoutMark(message: JSONRPCRequest): JSONRPCRequest {
    const { _meta, ...params } = message.params ?? {};
    const { [MARK]: mark, ...meta } = { ..._meta } as Record<string, unknown>;
    if (typeof mark !== 'number') return message;
    const watch = this.#marked.get(mark);
    if (watch) {
      watch.id = message.id;
      this.#replies.set(message.id, watch.take);
    }
    return { ...message, params: { ...params, ...(Object.keys(meta).length > 0 && { _meta: meta }) } };
  }
}
