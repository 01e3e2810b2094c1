/** Up to this many tools and environments are counted. */
export const MOST_SUBJECTS = 10_000;

/** A longer name cannot occur in a rule. */
const LONGEST_NAME = 1000;

/**
 * Counts for tools or environments by name, in bounded memory. It keeps the first {@link MOST_SUBJECTS} names in
 * alphabetical order, with complete counts, so the result does not depend on the order of the records.
 */
export class Subjects<T> {
  readonly #make: () => T;
  #kept = new Map<string, T>();
  /** The last name that is kept, once there were too many names. */
  #last: string | undefined;
  #hasOverlong = false;

  constructor(make: () => T) {
    this.#make = make;
  }

  /** Returns the counts of a name, for adding to; undefined when the name is not kept. */
  of(name: string): T | undefined {
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    if (name.length > LONGEST_NAME) this.#hasOverlong = true;
    if (canBeNamed(name) && (this.#last === undefined || name < this.#last)) return this.#add(name);
    return undefined;
  }

  /** All counts that are kept. */
  get all(): ReadonlyMap<string, T> {
    if (this.#kept.size > MOST_SUBJECTS) this.#shorten();
    return this.#kept;
  }

  /** Whether some names were left out. */
  get isCut(): boolean {
    if (this.#kept.size > MOST_SUBJECTS) this.#shorten();
    return this.#last !== undefined;
  }

  /** Whether all names with a prefix are kept. */
  knowsAllOf(prefix: string): boolean {
    if (this.#hasOverlong) return false;
    // names that are left out come after the last name that is kept
    return !this.isCut || (prefix < (this.#last as string) && !(this.#last as string).startsWith(prefix));
  }

  #add(name: string): T {
    const made = this.#make();
    this.#kept.set(name, made);
    // remove many names at once, because sorting takes time
    if (this.#kept.size >= 2 * MOST_SUBJECTS) this.#shorten();
    return made;
  }

  #shorten(): void {
    const first = [...this.#kept].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MOST_SUBJECTS);
    this.#last = first.at(-1)?.[0];
    this.#kept = new Map(first);
  }
}

/** Whether a rule could use it as a name or pattern. */
export function canBeNamed(name: string): boolean {
  return name.length <= LONGEST_NAME && name.trim() !== '';
}
