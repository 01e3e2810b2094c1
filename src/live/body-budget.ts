import { pause } from './pause.ts';

/** The most bytes of unfinished messages that are held at once, over all connections. */
const MOST = 8 * 1024 * 1024;

/** A message that is not longer never waits. One read from a connection is as long, and happens before any wait. */
const SHORT = 64 * 1024;

/** How long a sender may be slow while others wait for it, in milliseconds. */
const PATIENCE = 5000;

/** A message whose bytes are arriving. */
export interface Share {
  /** Says how long the message is so far. Resolves when more of it may be read. */
  hold(bytes: number): Promise<void>;
  /** Gives back what is held: the message is complete, or no longer wanted. */
  release(): void;
}

/** What differs in tests. */
export interface BudgetOptions {
  readonly most?: number;
  readonly short?: number;
  readonly wait?: typeof pause;
}

/**
 * Limits what many servers together can make this program hold, when each sends a message that is as long as it may be. Short
 * messages are never held up, and neither is the first long one, so reading always goes on. While others wait for it, its
 * sender must go on, too: one that stalls goes behind the others.
 */
export class BodyBudget {
  readonly #most: number;
  readonly #short: number;
  readonly #wait: typeof pause;
  /** How long the messages are so far, in the order in which they may go on: oldest first, but for those that stalled. */
  readonly #held = new Map<Share, number>();
  readonly #waiting = new Map<Share, () => void>();
  #isWatching = false;

  constructor({ most = MOST, short = SHORT, wait = pause }: BudgetOptions = {}) {
    this.#most = most;
    this.#short = short;
    this.#wait = wait;
  }

  open(): Share {
    const share: Share = {
      hold: async (bytes) => {
        this.#held.set(share, bytes);
        while (this.#mustWait(share)) {
          void this.#watch();
          await new Promise<void>((resolve) => this.#waiting.set(share, resolve));
        }
      },
      release: () => {
        if (this.#held.delete(share)) this.#wakeAll();
      },
    };
    return share;
  }

  #mustWait(share: Share): boolean {
    let [sum, first]: [number, Share | undefined] = [0, undefined];
    for (const [each, bytes] of this.#held) {
      sum += bytes;
      if (bytes > this.#short) first ??= each;
    }
    return sum > this.#most && first !== share && (this.#held.get(share) ?? 0) > this.#short;
  }

  /** Puts those that do not wait, and hardly grow, behind the others. */
  async #watch(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    const before = new Map(this.#held);
    await this.#wait(PATIENCE);
    this.#isWatching = false;
    for (const [share, then] of before) {
      const now = this.#held.get(share);
      if (now === undefined || this.#waiting.has(share) || now - then > this.#short) continue;
      this.#held.delete(share);
      this.#held.set(share, now);
    }
    this.#wakeAll();
  }

  #wakeAll(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}

/** The budget of this process. */
export const bodyBudget = new BodyBudget();
