import { setOwn } from '../values/own-property.ts';

/**
 * How to take back what was changed since the journal was empty, so that the effects of one call are all or none.
 * A change that fails does nothing by itself: one that stands alone needs no journal.
 */
export class Journal {
  readonly #undo: (() => void)[] = [];
  readonly #removed: { readonly object: Record<string, unknown>; readonly key: string }[] = [];

  get isEmpty(): boolean {
    return this.#undo.length === 0;
  }

  note(undo: () => void): void {
    this.#undo.push(undo);
  }

  /**
   * Removes a member of an object. Its key stays, with nothing in it, until the change is kept: a key that was
   * deleted could come back at the end only, and a call that was taken back would have changed their order.
   */
  remove(object: Record<string, unknown>, key: string, value: unknown): void {
    setOwn(object, key, undefined);
    this.#removed.push({ object, key });
    this.#undo.push(() => setOwn(object, key, value));
  }

  /** Lets all changes be. */
  keep(): void {
    for (const { object, key } of this.#removed) {
      const isStillRemoved = Object.hasOwn(object, key) && object[key] === undefined;
      if (isStillRemoved) delete object[key];
    }
    this.#removed.length = 0;
    this.#undo.length = 0;
  }

  /** Takes back every change, latest first: the world is what it was, to the order of its keys. */
  rollBack(): void {
    while (this.#undo.length > 0) this.#undo.pop()?.();
    this.#removed.length = 0;
  }
}
