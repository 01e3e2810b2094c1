import type { Heard, Peer, Sent } from '../mcp/peer.ts';
import { clip } from '../text/clip.ts';
import { isObject } from '../values/own-property.ts';
import { Child, type Program } from './child.ts';
import { FrameLines } from './frame-lines.ts';
import { hasTooManyValues } from './message-bound.ts';
import { isTooDeep } from './nesting.ts';
import { pause } from './pause.ts';

/** The most lines without JSON that are kept, and the most messages. */
const MOST_NOISE = 5;
const MOST_MESSAGES = 1000;

/** A server that this program has started, to which anything can be sent. */
export class StdioPeer implements Peer {
  readonly transport = 'stdio';
  readonly #child: Child;
  readonly #timeout: number;
  readonly #signal: AbortSignal;
  #messages: unknown[] = [];
  #noise: string[] = [];
  #isClosed = false;
  #wake = () => {};

  constructor(program: Program, timeout: number, signal: AbortSignal) {
    this.#timeout = timeout;
    this.#signal = signal;
    const close = () => {
      this.#isClosed = true;
      this.#wake();
    };
    const lines = new FrameLines((line) => this.#take(line, close), close);
    this.#child = new Child(program, (bytes) => lines.push(bytes));
    void this.#child.ended.then(close);
    signal.addEventListener('abort', () => this.#wake(), { once: true });
  }

  async send({ body = '', until }: Sent): Promise<Heard> {
    if (!this.#isClosed) this.#child.write(`${body}\n`);
    if (!until) return { messages: [], noise: [], end: 'answered' };
    const deadline = performance.now() + this.#timeout;
    let seen = 0;
    while (true) {
      this.#signal.throwIfAborted();
      for (; seen < this.#messages.length; seen++)
        if (until(this.#messages[seen])) return this.#heard('answered');
      if (this.#isClosed) return this.#heard('closed');
      const left = deadline - performance.now();
      if (left <= 0) return this.#heard('silent');
      await this.#change(left);
    }
  }

  #heard(end: Heard['end']): Heard {
    const [messages, noise] = [this.#messages, this.#noise];
    this.#messages = [];
    this.#noise = [];
    return { messages, noise, end };
  }

  #change(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #take(bytes: Uint8Array, close: () => void): void {
    if (this.#isClosed) return;
    if (this.#messages.length >= MOST_MESSAGES || hasTooManyValues(bytes)) {
      close();
      return;
    }
    const line = Buffer.from(bytes).toString();
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      if (this.#noise.length < MOST_NOISE) this.#noise.push(clip(line, 200));
      return;
    }
    if (isTooDeep(message)) {
      close();
      return;
    }
    this.#messages.push(message);
    this.#answer(message);
    this.#wake();
  }

  /** Answers what the server asks, so that it does not wait: this client is there, and can do nothing. */
  #answer(message: unknown): void {
    if (!isObject(message) || typeof message.method !== 'string' || message.id === undefined) return;
    const { id } = message;
    const body =
      message.method === 'ping'
        ? { result: {} }
        : { error: { code: -32601, message: 'this client offers nothing' } };
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
