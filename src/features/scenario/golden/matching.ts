/**
 * A largest selection of pairs of a step and a call that fits it, in which no step and no call occurs twice. It grows call
 * by call.
 */
export class Matching {
  /** The call of each step, and the step of each call. */
  readonly #calls = new Map<number, number>();
  readonly #stepOf = new Map<number, number>();
  readonly #stepsFor: (call: number) => readonly number[];

  /** @param stepsFor the steps that a call fits */
  constructor(stepsFor: (call: number) => readonly number[]) {
    this.#stepsFor = stepsFor;
  }

  get size(): number {
    return this.#calls.size;
  }

  callOf(step: number): number | undefined {
    return this.#calls.get(step);
  }

  /** Adds a call. Steps and calls that have a partner keep one. */
  add(call: number): void {
    const steps = this.#stepsFor(call);
    const open = steps.find((step) => !this.#calls.has(step));
    if (open !== undefined) this.#pair(open, call);
    else if (steps.length > 0) this.#seat(call, new Set());
  }

  /** Finds a step for a call, for which others may have to move. */
  #seat(call: number, tried: Set<number>): boolean {
    for (const step of this.#stepsFor(call)) {
      if (tried.has(step)) continue;
      tried.add(step);
      const other = this.#calls.get(step);
      if (other !== undefined && !this.#seat(other, tried)) continue;
      this.#pair(step, call);
      return true;
    }
    return false;
  }

  /** Gives a step without a call the call of a step that can spare it, for which others may have to move. */
  prefer(step: number, canSpare: (step: number) => boolean): void {
    if (!this.#calls.has(step)) this.#claim(step, canSpare, new Set());
  }

  #claim(step: number, canSpare: (step: number) => boolean, tried: Set<number>): boolean {
    for (const [call, holder] of this.#stepOf) {
      if (tried.has(call) || !this.#stepsFor(call).includes(step)) continue;
      tried.add(call);
      if (canSpare(holder)) this.#calls.delete(holder);
      else if (!this.#claim(holder, canSpare, tried)) continue;
      this.#pair(step, call);
      return true;
    }
    return false;
  }

  #pair(step: number, call: number): void {
    this.#calls.set(step, call);
    this.#stepOf.set(call, step);
  }
}
