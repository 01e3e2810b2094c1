/** Lets one reader wait until something has arrived, or for a time at most. */
export class Wake {
  #wake = () => {};

  /** Ends the wait, if there is one. */
  up(): void {
    this.#wake();
  }

  /** Waits for {@link up}, for so many milliseconds at most. */
  within(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
