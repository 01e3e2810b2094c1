import { METHOD_NOT_FOUND } from '../mcp/error-codes.ts';
import type { Heard, Peer, Sent, Trouble } from '../mcp/peer.ts';
import { isObject } from '../values/own-property.ts';
import { Child, type Program } from './child.ts';
import { FrameLines } from './frame-lines.ts';
import { adviceOnCommand, lastWordsOf, wordsOfEnd } from './last-words.ts';
import { pause } from './pause.ts';
import { UnreadMessages } from './unread-messages.ts';
import { Wake } from './wake.ts';

/** A server that this program has started, to which anything can be sent. */
export class StdioPeer implements Peer {
  readonly transport = 'stdio';
  readonly #program: Program;
  readonly #child: Child;
  readonly #timeout: number;
  readonly #signal: AbortSignal;
  readonly #unread = new UnreadMessages();
  #isClosed = false;
  readonly #wake = new Wake();

  constructor(program: Program, timeout: number, signal: AbortSignal) {
    this.#program = program;
    this.#timeout = timeout;
    this.#signal = signal;
    const close = () => {
      this.#isClosed = true;
      this.#wake.up();
    };
    const lines = new FrameLines((line) => this.#take(line, close), close);
    this.#child = new Child(program, (bytes) => lines.push(bytes));
    void this.#child.ended.then(close);
    signal.addEventListener('abort', () => this.#wake.up(), { once: true });
  }

  get trouble(): Trouble | undefined {
    const { end } = this.#child;
    if (!end) return undefined;
    return { why: wordsOfEnd(end), ...(adviceOnCommand(this.#program, end) ?? lastWordsOf(this.#child)) };
  }

  async send({ body = '', until }: Sent): Promise<Heard> {
    if (!this.#isClosed) this.#child.write(`${body}\n`);
    if (!until) return { messages: [], noise: [], end: 'answered' };
    const deadline = performance.now() + this.#timeout;
    let seen = 0;
    while (true) {
      this.#signal.throwIfAborted();
      for (const { all } = this.#unread; seen < all.length; seen++)
        if (until(all[seen])) return { ...this.#unread.take(), end: 'answered' };
      if (this.#isClosed) return { ...this.#unread.take(), end: 'closed' };
      const left = deadline - performance.now();
      if (left <= 0) return { ...this.#unread.take(), end: 'silent' };
      await this.#wake.within(left);
    }
  }

  #take(bytes: Uint8Array, close: () => void): void {
    if (this.#isClosed) return;
    const kept = this.#unread.add(bytes);
    if (kept === 'too much') close();
    if (typeof kept === 'string') return;
    this.#answer(kept.message);
    this.#wake.up();
  }

  /** Answers what the server asks, so that it does not wait: this client is there, and can do nothing. */
  #answer(message: unknown): void {
    if (!isObject(message) || typeof message.method !== 'string' || message.id === undefined) return;
    const { id } = message;
    const body =
      message.method === 'ping'
        ? { result: {} }
        : { error: { code: METHOD_NOT_FOUND, message: 'this client offers nothing' } };
    this.#child.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
  }

  async end(within: number): Promise<boolean> {
    this.#child.pipes.stdin.end();
    await Promise.race([this.#child.ended, pause(within)]);
    return this.#child.end !== undefined;
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#child.stop();
  }
}
