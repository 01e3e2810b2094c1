/**
 * A cache that drops old entries: it keeps the most recent ones, and never more than twice `capacity`. Its keys come
 * from strangers, who can name a new tool in every call.
 */
export class RecentMap<K, V> {
  readonly #capacity: number;
  readonly #weigh: (value: V) => number;
  #recent = new Map<K, V>();
  #older = new Map<K, V>();
  #weight = 0;

  /** @param capacity the weight that is added before older entries are dropped; an entry weighs 1 by default */
  constructor(capacity: number, weigh: (value: V) => number = () => 1) {
    this.#capacity = capacity;
    this.#weigh = weigh;
  }

  get(key: K): V | undefined {
    const value = this.#recent.get(key);
    if (value !== undefined) return value;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: K, value: V): V {
    const weight = this.#weigh(value);
    if (this.#weight + weight > this.#capacity) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#weight = 0;
    }
    this.#weight += weight;
    this.#recent.set(key, value);
    return value;
  }

  /** The number of entries. An entry that was requested again may count twice. */
  get size(): number {
    return this.#recent.size + this.#older.size;
  }
}
