import { isObject } from '../values/own-property.ts';
import { isDeepEqual } from './deep-equal.ts';

/**
 * JSON values to look others up among, in time that does not depend on how many there are: two lists of 20,000 would
 * take 400 million comparisons.
 */
export class ValueSet {
  readonly #scalars = new Set<unknown>();
  readonly #texts = new Set<string>();

  constructor(values: readonly unknown[]) {
    for (const value of values) {
      if (isScalar(value)) this.#scalars.add(value);
      else this.#texts.add(canonicalText(value));
    }
  }

  /** Whether one of the values is deeply equal to this one. */
  has(value: unknown): boolean {
    return isScalar(value) ? this.#scalars.has(value) : this.#texts.has(canonicalText(value));
  }

  /** How many values there are that differ. */
  get size(): number {
    return this.#scalars.size + this.#texts.size;
  }
}

/** A list as long as this is searched sooner by a set than one by one. */
const LONG = 64;

const sets = new WeakMap<readonly unknown[], ValueSet>();

/** Whether a value is deeply equal to one in a list that stays as it is, as authored ones do. */
export function isAmong(list: readonly unknown[], value: unknown): boolean {
  if (list.length < LONG) return list.some((one) => isDeepEqual(one, value));
  let set = sets.get(list);
  if (!set) {
    set = new ValueSet(list);
    sets.set(list, set);
  }
  return set.has(value);
}

// NaN and undefined are no JSON, and equal nothing; no authored list holds them
function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** A text that two JSON values share if and only if they are equal. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`).join()}}`;
}
