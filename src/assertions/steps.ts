/** Thrown when a check needs more steps than it may take. */
export class TooManySteps extends Error {}

/**
 * Counts the steps of work whose size its input decides. A schema of a few lines can ask for more steps than any machine
 * makes: each of thirty definitions refers twice to the next.
 */
export class Steps {
  readonly #most: number;
  #left: number;

  constructor(most: number) {
    this.#most = most;
    this.#left = most;
  }

  /** Counts steps. Returns false once there were too many. */
  spend(count: number): boolean {
    this.#left -= count;
    return this.#left >= 0;
  }

  /**
   * Counts steps. Bound, so that it can be passed as a function.
   * @throws TooManySteps
   */
  readonly take = (count: number): void => {
    if (!this.spend(count)) throw new TooManySteps();
  };

  /** Starts to count from the beginning. */
  restart(): void {
    this.#left = this.#most;
  }
}
