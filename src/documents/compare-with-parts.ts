import type { ValuePath } from '../diagnostic.ts';
import { isObject, own } from '../values/own-property.ts';
import { describe } from './validate.ts';

/** A statement of a report that its parts do not bear out. */
export interface Contradiction {
  /** The statement. */
  readonly path: ValuePath;
  /** What the report says, and what its parts say. */
  readonly message: string;
}

/** What follows from the parts of a report: only the members that do. One that is undefined must be missing. */
export type Following<T> = T extends readonly (infer Item)[]
  ? readonly Following<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: Following<T[K]> | undefined }
    : T;

/**
 * Compares what a report says with what follows from its parts.
 * @param following made by the function with which the command makes the report
 * @param parts what it follows from, in the plural: `the rules`
 */
export function compareWithParts<T>(report: T, following: Following<T>, parts: string): Contradiction[] {
  const found: Contradiction[] = [];
  compare(report, following, [], parts, found);
  return found;
}

function compare(
  said: unknown,
  shown: unknown,
  path: ValuePath,
  parts: string,
  found: Contradiction[],
): void {
  if (Array.isArray(shown) && Array.isArray(said) && said.length === shown.length) {
    for (const [index, item] of shown.entries()) compare(said[index], item, [...path, index], parts, found);
  } else if (isObject(shown) && isObject(said)) {
    for (const [key, member] of Object.entries(shown)) {
      compare(own(said, key), member, [...path, key], parts, found);
    }
  } else if (said !== shown) {
    found.push({ path, message: `is ${inWords(said)}, but ${parts} show ${inWords(shown)}` });
  }
}

function inWords(value: unknown): string {
  if (value === undefined) return 'missing';
  return Array.isArray(value) && value.length > 0 ? `a list of ${value.length}` : describe(value);
}

/** Says that nothing was checked, where a list or a count shows it. @param what in the plural: `tests` */
export function nothingChecked(path: ValuePath, count: number, what: string): Contradiction[] {
  return count > 0 ? [] : [{ path, message: `shows no ${what}, so nothing was checked` }];
}

/** Puts contradictions of a part at its place in the report. */
export function below(path: ValuePath, found: readonly Contradiction[]): Contradiction[] {
  return found.map((each) => ({ ...each, path: [...path, ...each.path] }));
}
