/** There is no call left. */
export interface BudgetExhausted {
  readonly kind: 'BudgetExhausted';
  /** How many calls there were. */
  readonly limit: number;
}

/** One call that may be made. */
export interface Slot {
  readonly kind: 'Slot';
  /** Its number, from 1. */
  readonly number: number;
}

/** Stands in shared memory for no limit; such a budget counts all the same, for the report. */
const UNLIMITED = -1;

/**
 * How many calls a run may make in all. Every planned call acquires one first; exactly `limit` acquisitions succeed,
 * however many there are at once: the counter lies in shared memory, so that worker threads can share one budget.
 * Source: `CallBudget` of the execution safety policy.
 */
export class CallBudget {
  /** Undefined: as many as one likes. */
  readonly limit: number | undefined;
  /** Post it to a worker thread and {@link CallBudget.sharing} makes the same budget of it there. */
  readonly memory: SharedArrayBuffer;
  readonly #cells: Int32Array;

  /**
   * @param limit a whole number, 0 or more; unlimited when left out
   * @param memory that of a budget of another thread, see {@link CallBudget.sharing}
   * @throws RangeError on any other limit
   */
  constructor(limit?: number, memory?: SharedArrayBuffer) {
    if (limit !== undefined && !(Number.isInteger(limit) && limit >= 0 && limit < 2 ** 31)) {
      throw new RangeError(`a call budget must be a whole number from 0 to 2147483647, found ${limit}`);
    }
    this.limit = limit;
    this.memory = memory ?? new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
    this.#cells = new Int32Array(this.memory);
    if (!memory) this.#cells[1] = limit ?? UNLIMITED;
  }

  /** The budget whose memory another thread has sent. */
  static sharing(memory: SharedArrayBuffer): CallBudget {
    const limit = new Int32Array(memory)[1];
    return new CallBudget(limit === UNLIMITED ? undefined : limit, memory);
  }

  /** How many calls have been taken. */
  get used(): number {
    return Atomics.load(this.#cells, 0);
  }

  /** Takes one call, if there is one left. */
  acquire(): Slot | BudgetExhausted {
    const { limit } = this;
    for (;;) {
      const used = Atomics.load(this.#cells, 0);
      if (limit !== undefined && used >= limit) return { kind: 'BudgetExhausted', limit };
      // another thread may have been quicker: then look again
      if (Atomics.compareExchange(this.#cells, 0, used, used + 1) === used) {
        return { kind: 'Slot', number: used + 1 };
      }
    }
  }
}
