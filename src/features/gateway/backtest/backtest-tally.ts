import { clip } from '../../../text/clip.ts';

/** Up to this many names are counted separately; all later names are counted together. */
const MOST_NAMES = 10_000;

/** A longer name is cut, and counted with names that have the same beginning. */
const LONGEST_NAME = 200;

/** The counts for a group of records. */
export interface Tally {
  total: number;
  loosening: number;
  tightening: number;
  unknown: number;
}

/** The counts of a group, by name. */
export const TALLIED = ['total', 'loosening', 'tightening', 'unknown'] as const satisfies (keyof Tally)[];

/** The outcome of a record; undefined when its decision does not change. */
export type TallyOutcome = Exclude<keyof Tally, 'total'> | undefined;

/** The counts of a table, for merging into another. */
export type TallyState<Name> = readonly (readonly [Name, Tally])[];

/** Counts by name in bounded memory, however long the log is. */
export class TallyTable<Name extends string | null> {
  readonly #tallies = new Map<Name, Tally>();
  #other: Tally | undefined;

  /** @param times how many records it stands for */
  add(name: Name, outcome: TallyOutcome, times = 1): void {
    const tally = this.#tallyOf(
      name !== null && name.length > LONGEST_NAME ? (clip(name, LONGEST_NAME) as Name) : name,
    );
    tally.total += times;
    if (outcome) tally[outcome] += times;
  }

  #tallyOf(name: Name): Tally {
    const known = this.#tallies.get(name);
    if (known) return known;
    if (this.#tallies.size >= MOST_NAMES) {
      this.#other ??= noTally();
      return this.#other;
    }
    const tally = noTally();
    this.#tallies.set(name, tally);
    return tally;
  }

  /**
   * Returns the names in order of first appearance. Undefined when some were counted together: it is unknown which of
   * them a merged table would count separately.
   */
  toState(): TallyState<Name> | undefined {
    return this.#other ? undefined : [...this.#tallies];
  }

  /** Adds the counts that another table made for the records that follow, as if they were counted here. */
  merge(state: TallyState<Name>): void {
    for (const [name, counted] of state) {
      const tally = this.#tallyOf(name);
      for (const key of TALLIED) tally[key] += counted[key];
    }
  }

  /**
   * Returns the names in alphabetical order, records without a name first. When there are too many names, those that
   * appear first in the log are kept.
   */
  toBreakdown(): { entries: ({ name: Name } & Tally)[]; other: Tally | null } {
    const entries = [...this.#tallies]
      .sort(([a], [b]) => (a === null || (b !== null && a < b) ? -1 : 1))
      .map(([name, tally]) => ({ name, ...tally }));
    return { entries, other: this.#other ?? null };
  }
}

function noTally(): Tally {
  return { total: 0, loosening: 0, tightening: 0, unknown: 0 };
}
