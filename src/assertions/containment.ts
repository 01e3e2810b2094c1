import { isDeepEqual } from './deep-equal.ts';
import { FAIL, type Judgement, judged, PASS, UNKNOWN } from './judgement.ts';
import type { Pattern } from './regex.ts';
import { LONG_TEXT, show, showAround } from './show.ts';
import { canonicalText } from './value-set.ts';

/** Judges whether a text contains a part, or a list an element. */
export function contains(actual: unknown, part: unknown): Judgement {
  if (Array.isArray(actual)) return judged(actual.some((element) => isDeepEqual(element, part)));
  if (typeof actual !== 'string' || typeof part !== 'string') return UNKNOWN;
  const at = actual.indexOf(part);
  return at === -1 ? FAIL : foundAt(actual, at, at + part.length);
}

/** Passes. For a long text, adds the place of the match, which a failing `not` shows. */
function foundAt(text: string, start: number, end: number): Judgement {
  if (text.length <= LONG_TEXT) return PASS;
  return { verdict: 'pass', detail: `it is in ${showAround(text, start, end)}` };
}

/** Judges whether a pattern is found in a text. */
export function search(pattern: Pattern, text: string): Judgement {
  if (text.length <= LONG_TEXT) return judged(pattern.test(text));
  const found = pattern.find(text);
  return found ? foundAt(text, ...found) : FAIL;
}

/** A part that must be contained, and how often. */
export interface WantedPart {
  readonly value: unknown;
  readonly times: number;
}

/** Counts how often each part is listed. */
export function countParts(parts: readonly unknown[]): WantedPart[] {
  return [...countValues(parts).values()];
}

/** From this many elements on, the elements of a list are counted once. */
const MANY = 64;

/** Judges whether a text contains all parts, or a list all elements, each as often as wanted. */
export function containsAll(actual: unknown, parts: readonly WantedPart[]): Judgement {
  const counts = Array.isArray(actual) && parts.length >= MANY ? countValues(actual) : undefined;
  for (const { value, times } of parts) {
    const found = counts ? (counts.get(canonicalText(value))?.times ?? 0) : countIn(actual, value);
    if (found === undefined) return UNKNOWN;
    if (found >= times) continue;
    const detail =
      found === 0 ? `${show(value)} is missing` : `${show(value)} is there ${found} of ${times} times`;
    return { verdict: 'fail', detail };
  }
  return PASS;
}

/** How often a list has an element, or a text a part: those that do not overlap. Undefined if that cannot be said. */
function countIn(actual: unknown, value: unknown): number | undefined {
  if (Array.isArray(actual)) return actual.filter((element) => isDeepEqual(element, value)).length;
  if (typeof actual !== 'string' || typeof value !== 'string') return undefined;
  return actual.split(value).length - 1;
}

/** Whether two lists have the same elements, each as often, in any order. */
export function hasSameElements(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  const counts = countValues(a);
  for (const [text, { times }] of countValues(b)) if (counts.get(text)?.times !== times) return false;
  return true;
}

function countValues(values: readonly unknown[]): Map<string, WantedPart> {
  const counts = new Map<string, { value: unknown; times: number }>();
  for (const value of values) {
    const text = canonicalText(value);
    const known = counts.get(text);
    if (known) known.times++;
    else counts.set(text, { value, times: 1 });
  }
  return counts;
}
