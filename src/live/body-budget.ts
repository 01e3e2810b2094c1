/** The most bytes of unfinished messages that are held at once, over all connections. */
const MOST = 8 * 1024 * 1024;

/** A message whose bytes are arriving. */
export interface Share {
  /** Says how long the message is so far. Resolves when more of it may be read. */
  hold(bytes: number): Promise<void>;
  /** Gives back what is held: the message is complete, or no longer wanted. */
  release(): void;
}

/**
 * Limits what many servers together can make this program hold, when each sends a message that is as long as it may be. The
 * oldest message is never held up, so reading always goes on.
 */
export class BodyBudget {
  readonly #most: number;
  /** How long the messages are so far, oldest first. */
  readonly #held = new Map<Share, number>();
  #waiting: (() => void)[] = [];

  constructor(most = MOST) {
    this.#most = most;
  }

  open(): Share {
    const share: Share = {
      hold: async (bytes) => {
        this.#held.set(share, bytes);
        while (this.#mustWait(share)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      },
      release: () => {
        if (this.#held.delete(share)) this.#wakeAll();
      },
    };
    return share;
  }

  #mustWait(share: Share): boolean {
    const [oldest] = this.#held.keys();
    if (oldest === share || !this.#held.has(share)) return false;
    let sum = 0;
    for (const bytes of this.#held.values()) sum += bytes;
    return sum > this.#most;
  }

  #wakeAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}

/** The budget of this process. */
export const bodyBudget = new BodyBudget();
