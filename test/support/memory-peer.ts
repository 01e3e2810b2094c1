import type { Heard, Peer } from '../../src/mcp/peer.ts';
import { Server } from './conforming-server.mjs';

/** Speaks with a server in memory as with one on stdio. */
export class MemoryPeer implements Peer {
  readonly transport = 'stdio';
  readonly #server: Server;
  readonly #stays: boolean;
  #isOver = false;

  constructor(told: Told) {
    this.#server = new Server(told);
    this.#stays = told.faults?.includes('stays') === true;
  }

  async send({ body = '', until }: Parameters<Peer['send']>[0]): Promise<Heard> {
    const messages: unknown[] = [];
    const noise: string[] = [];
    for (const line of body.split('\n')) {
      const answers = this.#isOver ? [] : this.#server.answerText(line);
      if (answers === 'end') this.#isOver = true;
      else for (const each of answers) (typeof each === 'string' ? noise : messages).push(each as string);
    }
    const isThere = !until || messages.some(until);
    return { messages, noise, end: isThere ? 'answered' : this.#isOver ? 'closed' : 'silent' };
  }

  async end(): Promise<boolean> {
    return !this.#stays;
  }

  async close(): Promise<void> {}
}

/** What the server in memory is told. */
export interface Told {
  readonly speaks?: readonly string[];
  readonly faults?: readonly string[];
  readonly tools?: readonly object[];
  readonly capabilities?: object;
}
