import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/client';

/** A member of `_meta` that tells the tap which message a request became. It is removed before the message is sent. */
const MARK = 'mcptest.dev/tap';

/** What came of a request: its reply as the server sent it, or why there is none. */
export type Tapped = { readonly reply: JSONRPCMessage } | { readonly error: unknown };

/**
 * Sees the messages of a transport as the server sends them. The SDK rejects a whole answer because of one malformed member,
 * and drops what it does not know; those who judge a server must see what it sent.
 */
export class WireTap {
  readonly #replies = new Map<RequestId, (message: JSONRPCMessage) => void>();
  readonly #marked = new Map<number, (message: JSONRPCMessage) => void>();
  #marks = 0;

  /** Must be made before the SDK is connected to the transport, which keeps the handlers that it finds. */
  constructor(transport: Transport) {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(this.#withoutMark(message), options);
    transport.onmessage = (message: JSONRPCMessage) => this.#take(message);
  }

  /** Calls back with the reply to a request that is sent past the SDK. */
  onReply(id: RequestId, take: (message: JSONRPCMessage) => void): void {
    this.#replies.set(id, take);
  }

  /**
   * Makes one request of the SDK, and returns the reply as the server sent it, whatever the SDK thinks of it. Never rejects.
   * @param request makes the request with the given `_meta`
   */
  async watch(request: (_meta: Record<string, unknown>) => Promise<unknown>): Promise<Tapped> {
    const mark = this.#marks++;
    let reply: JSONRPCMessage | undefined;
    this.#marked.set(mark, (message) => {
      reply ??= message;
    });
    try {
      await request({ [MARK]: mark });
      return reply ? { reply } : { error: new Error('the answer belongs to no request') };
    } catch (error) {
      return reply ? { reply } : { error };
    } finally {
      this.#marked.delete(mark);
    }
  }

  #take(message: JSONRPCMessage): void {
    if ('method' in message || message.id === undefined) return;
    const take = this.#replies.get(message.id);
    this.#replies.delete(message.id);
    take?.(message);
  }

  #withoutMark(message: JSONRPCMessage): JSONRPCMessage {
    if (!isJSONRPCRequest(message)) return message;
    const { _meta, ...params } = message.params ?? {};
    const { [MARK]: mark, ...meta } = { ..._meta } as Record<string, unknown>;
    if (typeof mark !== 'number') return message;
    const take = this.#marked.get(mark);
    if (take) this.#replies.set(message.id, take);
    return { ...message, params: { ...params, ...(Object.keys(meta).length > 0 && { _meta: meta }) } };
  }
}
