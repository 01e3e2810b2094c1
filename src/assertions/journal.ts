import { setOwn } from '../values/own-property.ts';

/**
 * Records how to undo changes, so the effects of one call are applied all or not at all. A single change that fails
 * does nothing, so it needs no journal.
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
   * Removes a member of an object. Its key stays, with the value undefined, until the change is kept: a deleted key
   * could only come back at the end, and an undone call would have changed the order of keys.
   */
  remove(object: Record<string, unknown>, key: string, value: unknown): void {
    setOwn(object, key, undefined);
    this.#removed.push({ object, key });
    this.#undo.push(() => setOwn(object, key, value));
  }

  /** Accepts all changes. */
  keep(): void {
    for (const { object, key } of this.#removed) {
      const isStillRemoved = Object.hasOwn(object, key) && object[key] === undefined;
      if (isStillRemoved) delete object[key];
    }
    this.#removed.length = 0;
    this.#undo.length = 0;
  }

  /** Undoes every change, latest first. The world is as it was, including the order of its keys. */
  rollBack(): void {
    while (this.#undo.length > 0) this.#undo.pop()?.();
    this.#removed.length = 0;
  }
}
