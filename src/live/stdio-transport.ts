import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  SdkError,
  SdkErrorCode,
  type Transport,
} from '@modelcontextprotocol/client';
import { clip } from '../text/clip.ts';
import { Child, type Program } from './child.ts';
import { FrameLines } from './frame-lines.ts';
import { hasTooManyValues, LONGEST_MESSAGE, TOO_MANY_VALUES } from './message-bound.ts';
import { flawOf, type OnFlaw } from './message-flaw.ts';
import type { WireSink } from './wire-sink.ts';

/** How many lines on standard output that are no messages are kept. */
const MOST_NOISE = 5;

/**
 * Starts a server and speaks MCP with it. Unlike the transport of the SDK, it also ends the processes that the server
 * starts, and does not treat other text on standard output as a fault.
 */
export class StdioTransport implements Transport {
  readonly #program: Program;
  readonly #onTooLong: (what: string) => void;
  readonly #onFlaw: OnFlaw;
  readonly #record: (() => WireSink) | undefined;
  #child: Child | undefined;
  #sink: WireSink | undefined;
  #start = 0;
  #isClosing = false;
  /** Lines on standard output that are no messages: how many, and the first ones. */
  readonly noise: { count: number; readonly lines: string[] } = { count: 0, lines: [] };
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: (<T extends JSONRPCMessage>(message: T) => void) | undefined;

  /**
   * @param onTooLong called before the server is ended because of a message: "longer than 9 characters"
   * @param onFlaw called in place of `onmessage` for a message that must not be believed
   * @param record called when the server is started, to record what passes
   */
  constructor(program: Program, onTooLong: (what: string) => void, onFlaw: OnFlaw, record?: () => WireSink) {
    this.#record = record;
    this.#onFlaw = onFlaw;
    this.#onTooLong = onTooLong;
    this.#program = program;
  }

  get child(): Child | undefined {
    return this.#child;
  }

  async start(): Promise<void> {
    const lines = new FrameLines(
      (line) => this.#take(line),
      () => this.#refuse(`longer than ${LONGEST_MESSAGE} bytes`),
    );
    this.#sink = this.#record?.();
    this.#start = performance.now();
    this.#child = new Child(this.#program, (bytes) => lines.push(bytes));
    this.#child.ended.then((end) => {
      if (!this.#isClosing) this.#sink?.ended(this.#now(), end);
      this.onclose?.();
    });
  }

  #refuse(what: string): void {
    this.#onTooLong(what);
    void this.close();
  }

  #take(bytes: Uint8Array): void {
    if (hasTooManyValues(bytes)) {
      this.#refuse(TOO_MANY_VALUES);
      return;
    }
    this.#sink?.take({ dir: 'to_client', t: this.#now(), stream: 0, bytes });
    const line = Buffer.from(bytes).toString();
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(JSON.parse(line));
    } catch {
      this.noise.count += 1;
      if (this.noise.lines.length < MOST_NOISE) this.noise.lines.push(clip(line, 500));
      return;
    }
    const flaw = flawOf(bytes);
    if (flaw) this.#onFlaw(flaw);
    else this.onmessage?.(message);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { end } = this.#child ?? {};
    if (end !== undefined) throw new SdkError(SdkErrorCode.NotConnected, 'the server has ended');
    const line = JSON.stringify(message);
    this.#sink?.take({ dir: 'to_server', t: this.#now(), stream: 0, bytes: Buffer.from(line) });
    this.#child?.write(`${line}\n`);
  }

  #now(): number {
    return Math.round(performance.now() - this.#start);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#child?.stop();
  }
}
