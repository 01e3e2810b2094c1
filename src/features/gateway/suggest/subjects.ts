/** So many tools and environments are looked at. */
export const MOST_SUBJECTS = 10_000;

/** A longer name is no name that a rule could have. */
const LONGEST_NAME = 1000;

/**
 * What is kept of tools, or environments, by name, in bounded memory: of the first {@link MOST_SUBJECTS} in the order of
 * their names, so that it does not depend on the order of the records, and of those everything.
 */
export class Subjects<T> {
  readonly #make: () => T;
  #kept = new Map<string, T>();
  /** No name beyond this one is kept, once there were too many. */
  #last: string | undefined;
  #hasOverlong = false;

  constructor(make: () => T) {
    this.#make = make;
  }

  /** What is kept of a name, to be added to; undefined where nothing is. */
  of(name: string): T | undefined {
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    if (name.length > LONGEST_NAME) this.#hasOverlong = true;
    if (canBeNamed(name) && (this.#last === undefined || name < this.#last)) return this.#add(name);
    return undefined;
  }

  /** Everything that is kept. */
  get all(): ReadonlyMap<string, T> {
    if (this.#kept.size > MOST_SUBJECTS) this.#shorten();
    return this.#kept;
  }

  /** Whether there were more names than are kept. */
  get isCut(): boolean {
    if (this.#kept.size > MOST_SUBJECTS) this.#shorten();
    return this.#last !== undefined;
  }

  /** Whether nothing is missing of what begins with a text. */
  knowsAllOf(prefix: string): boolean {
    if (this.#hasOverlong) return false;
    // what is missing stands behind the last name that is kept
    return !this.isCut || (prefix < (this.#last as string) && !(this.#last as string).startsWith(prefix));
  }

  #add(name: string): T {
    const made = this.#make();
    this.#kept.set(name, made);
    // not one by one: to sort them takes its time
    if (this.#kept.size >= 2 * MOST_SUBJECTS) this.#shorten();
    return made;
  }

  #shorten(): void {
    const first = [...this.#kept].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MOST_SUBJECTS);
    this.#last = first.at(-1)?.[0];
    this.#kept = new Map(first);
  }
}

/** Whether a rule could have it for a name or pattern. */
export function canBeNamed(name: string): boolean {
  return name.length <= LONGEST_NAME && name.trim() !== '';
}
