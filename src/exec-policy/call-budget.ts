/** No call is left. */
export interface BudgetExhausted {
  readonly kind: 'BudgetExhausted';
  /** How many calls the budget allows. */
  readonly limit: number;
}

/** Permission to make one call. */
export interface Slot {
  readonly kind: 'Slot';
  /** Its number, from 1. */
  readonly number: number;
}

/** The value in shared memory that means "no limit". Such a budget still counts its calls, for the report. */
const UNLIMITED = -1;

/**
 * Limits how many calls a run makes in total. Every planned call first acquires a slot. Exactly `limit` acquisitions
 * succeed, even when several threads acquire at once: the counter is in shared memory, so worker threads can share one
 * budget.
 * Spec (execution safety): "Policy knobs and defaults", `CallBudget`.
 */
export class CallBudget {
  /** Undefined: no limit. */
  readonly limit: number | undefined;
  /** Post this to a worker thread. There, {@link CallBudget.sharing} turns it into the same budget. */
  readonly memory: SharedArrayBuffer;
  readonly #cells: Int32Array;

  /**
   * @param limit a whole number from 0 to 2147483647; without it there is no limit
   * @param memory the memory of a budget in another thread, see {@link CallBudget.sharing}
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

  /** Returns the budget whose memory another thread sent. */
  static sharing(memory: SharedArrayBuffer): CallBudget {
    const limit = new Int32Array(memory)[1];
    return new CallBudget(limit === UNLIMITED ? undefined : limit, memory);
  }

  /** How many slots have been acquired. */
  get used(): number {
    return Atomics.load(this.#cells, 0);
  }

  /** Acquires the slot for one call, if one is left. */
  acquire(): Slot | BudgetExhausted {
    const { limit } = this;
    for (;;) {
      const used = Atomics.load(this.#cells, 0);
      if (limit !== undefined && used >= limit) return { kind: 'BudgetExhausted', limit };
      // another thread may have acquired this slot first: then try again
      if (Atomics.compareExchange(this.#cells, 0, used, used + 1) === used) {
        return { kind: 'Slot', number: used + 1 };
      }
    }
  }
}
