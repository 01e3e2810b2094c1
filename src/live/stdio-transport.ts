import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  SdkError,
  SdkErrorCode,
  type Transport,
} from '@modelcontextprotocol/client';
import { LONGEST_MESSAGE } from './bounded-fetch.ts';
import { Child } from './child.ts';
import { LineSplitter } from './line-splitter.ts';

/**
 * Starts a server and speaks MCP with it. Unlike the transport of the SDK, it also ends the processes that the server
 * starts, and does not treat other text on standard output as a fault.
 */
export class StdioTransport implements Transport {
  readonly #command: string;
  readonly #args: readonly string[];
  readonly #onTooLong: () => void;
  #child: Child | undefined;
  /** The first line on standard output that is not a message. */
  noise: string | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: (<T extends JSONRPCMessage>(message: T) => void) | undefined;

  /** @param onTooLong called before the server is ended because it sent a message that is too long */
  constructor(command: string, args: readonly string[], onTooLong: () => void) {
    this.#onTooLong = onTooLong;
    this.#command = command;
    this.#args = args;
  }

  get child(): Child | undefined {
    return this.#child;
  }

  async start(): Promise<void> {
    const lines = new LineSplitter(
      LONGEST_MESSAGE,
      (line) => this.#take(line),
      () => {
        this.#onTooLong();
        void this.close();
      },
    );
    this.#child = new Child(this.#command, this.#args, (text) => lines.push(text));
    this.#child.ended.then(() => this.onclose?.());
  }

  #take(line: string): void {
    if (line.trim() === '') return;
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(JSON.parse(line));
    } catch {
      this.noise ??= line;
      return;
    }
    this.onmessage?.(message);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { end } = this.#child ?? {};
    if (end !== undefined) throw new SdkError(SdkErrorCode.NotConnected, 'the server has ended');
    this.#child?.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    await this.#child?.stop();
  }
}
