import { isDeepEqual } from './deep-equal.ts';
import { FAIL, type Judgement, judged, PASS, UNKNOWN } from './judgement.ts';
import type { Pattern } from './regex.ts';
import { LONG_TEXT, show, showAround } from './show.ts';
import { ValueSet } from './value-set.ts';

/** Whether a text holds a part, or a list an element. */
export function contains(actual: unknown, part: unknown): Judgement {
  if (Array.isArray(actual)) return judged(actual.some((element) => isDeepEqual(element, part)));
  if (typeof actual !== 'string' || typeof part !== 'string') return UNKNOWN;
  const at = actual.indexOf(part);
  return at === -1 ? FAIL : foundAt(actual, at, at + part.length);
}

/** That a text holds what is looked for; of a long one where, which `not` has to tell. */
function foundAt(text: string, start: number, end: number): Judgement {
  if (text.length <= LONG_TEXT) return PASS;
  return { verdict: 'pass', detail: `it is in ${showAround(text, start, end)}` };
}

/** Whether a pattern is found in a text. */
export function search(pattern: Pattern, text: string): Judgement {
  if (text.length <= LONG_TEXT) return judged(pattern.test(text));
  const found = pattern.find(text);
  return found ? foundAt(text, ...found) : FAIL;
}

/** So many elements are not looked for one by one. */
const MANY = 64;

/** Whether a text holds each of the parts, or a list each of the elements. */
export function containsAll(actual: unknown, parts: readonly unknown[]): Judgement {
  const elements = Array.isArray(actual) && parts.length >= MANY ? new ValueSet(actual) : undefined;
  for (const part of parts) {
    const judgement = elements ? judged(elements.has(part)) : contains(actual, part);
    if (judgement === FAIL) return { verdict: 'fail', detail: `${show(part)} is missing` };
    if (judgement === UNKNOWN) return UNKNOWN;
  }
  return PASS;
}
