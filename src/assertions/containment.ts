import { isDeepEqual } from './deep-equal.ts';
import { FAIL, type Judgement, judged, PASS, UNKNOWN } from './judgement.ts';
import type { Pattern } from './regex.ts';
import { LONG_TEXT, show, showAround } from './show.ts';
import { ValueSet } from './value-set.ts';

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

/** From this many elements on, a set is used. */
const MANY = 64;

/** Judges whether a text contains all parts, or a list all elements. */
export function containsAll(actual: unknown, parts: readonly unknown[]): Judgement {
  const elements = Array.isArray(actual) && parts.length >= MANY ? new ValueSet(actual) : undefined;
  for (const part of parts) {
    const judgement = elements ? judged(elements.has(part)) : contains(actual, part);
    if (judgement === FAIL) return { verdict: 'fail', detail: `${show(part)} is missing` };
    if (judgement === UNKNOWN) return UNKNOWN;
  }
  return PASS;
}
