/** Entries that wait for something, in order. */
class Queue<T> {
  readonly #entries: T[] = [];
  readonly #waits: (entry: T) => boolean;
  #at = 0;

  constructor(waits: (entry: T) => boolean) {
    this.#waits = waits;
  }

  push(entry: T): void {
    this.#entries.push(entry);
  }

  /** The first entry that still waits. */
  get first(): T | undefined {
    for (; this.#at < this.#entries.length; this.#at++) {
      const entry = this.#entries[this.#at] as T;
      if (this.#waits(entry)) return entry;
    }
    return undefined;
  }

  /** All entries that still wait. */
  get all(): T[] {
    return this.#entries.slice(this.#at).filter(this.#waits);
  }
}

/**
 * Entries that wait for something, in order, in one queue for each key: the first that still waits is found without
 * asking all the others. An entry that stopped waiting must not wait again.
 */
export class Queues<T, Key = string> {
  readonly #queues = new Map<Key, Queue<T>>();
  readonly #waits: (entry: T) => boolean;

  constructor(waits: (entry: T) => boolean) {
    this.#waits = waits;
  }

  push(key: Key, entry: T): void {
    let queue = this.#queues.get(key);
    if (!queue) {
      queue = new Queue(this.#waits);
      this.#queues.set(key, queue);
    }
    queue.push(entry);
  }

  /** The first entry under a key that still waits. */
  first(key: Key): T | undefined {
    return this.#queues.get(key)?.first;
  }

  /** The entries that still wait, with their keys. */
  *waiting(): Generator<readonly [Key, T]> {
    for (const [key, queue] of this.#queues) for (const entry of queue.all) yield [key, entry];
  }
}
