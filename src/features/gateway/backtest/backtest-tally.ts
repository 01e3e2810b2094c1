import { clip } from '../../../text/clip.ts';

/** So many names are counted apart; those that come later are counted together. */
const MOST_NAMES = 10_000;

/** A longer name is cut, and counted with those that begin as it does. */
const LONGEST_NAME = 200;

/** What is counted of the records that have something in common. */
export interface Tally {
  total: number;
  loosening: number;
  tightening: number;
  unknown: number;
}

const TALLIED = ['total', 'loosening', 'tightening', 'unknown'] as const satisfies (keyof Tally)[];

/** What became of a record. */
export type TallyOutcome = Exclude<keyof Tally, 'total'> | undefined;

/** What a table has counted, for another one. */
export type TallyState<Name> = readonly (readonly [Name, Tally])[];

/** Counts by name in bounded memory: logs are longer than anybody knows. */
export class TallyTable<Name extends string | null> {
  readonly #tallies = new Map<Name, Tally>();
  #other: Tally | undefined;

  add(name: Name, outcome: TallyOutcome): void {
    const tally = this.#tallyOf(
      name !== null && name.length > LONGEST_NAME ? (clip(name, LONGEST_NAME) as Name) : name,
    );
    tally.total++;
    if (outcome) tally[outcome]++;
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
   * The names in the order in which they came. Undefined where some were counted together: nobody knows which of them
   * another table would have counted apart.
   */
  toState(): TallyState<Name> | undefined {
    return this.#other ? undefined : [...this.#tallies];
  }

  /** Adds what another table counted of what follows, as if it were counted here. */
  merge(state: TallyState<Name>): void {
    for (const [name, counted] of state) {
      const tally = this.#tallyOf(name);
      for (const key of TALLIED) tally[key] += counted[key];
    }
  }

  /** The names in alphabetical order, the lack of one first; those that were the first in the log, when they are too many. */
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
