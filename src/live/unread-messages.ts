import type { Heard } from '../mcp/peer.ts';
import { clip } from '../text/clip.ts';
import { hasTooManyValues, LONGEST_MESSAGE } from './message-bound.ts';
import { isTooDeep } from './nesting.ts';

/** The most texts without JSON that are kept, and the most messages. */
const MOST_NOISE = 5;
const MOST_MESSAGES = 1000;

/**
 * What a server sent and nobody has taken yet. It is bounded, so that a talkative server cannot fill the memory: all messages
 * together are no longer than one may be.
 */
export class UnreadMessages {
  #messages: unknown[] = [];
  #noise: string[] = [];
  #length = 0;

  /** The messages, oldest first. */
  get all(): readonly unknown[] {
    return this.#messages;
  }

  /** Keeps a message, or the beginning of a text that is no JSON. @returns what was kept; `too much` ends the connection */
  add(bytes: Uint8Array): { readonly message: unknown } | 'noise' | 'too much' {
    if (this.#messages.length >= MOST_MESSAGES || this.#length + bytes.length > LONGEST_MESSAGE)
      return 'too much';
    if (hasTooManyValues(bytes)) return 'too much';
    const text = Buffer.from(bytes).toString();
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      if (this.#noise.length < MOST_NOISE) this.#noise.push(clip(text, 200));
      return 'noise';
    }
    if (isTooDeep(message)) return 'too much';
    this.#messages.push(message);
    this.#length += bytes.length;
    return { message };
  }

  /** Hands everything over. */
  take(): Pick<Heard, 'messages' | 'noise'> {
    const taken = { messages: this.#messages, noise: this.#noise };
    [this.#messages, this.#noise, this.#length] = [[], [], 0];
    return taken;
  }
}
