import { isObject } from '../../../values/own-property.ts';
import type { Rule } from './model.ts';
import { compileToolGlob } from './tool-glob.ts';

/**
 * Whether one rule matches every call that another matches: its pattern covers the other's pattern, it requires no
 * signal that the other does not require, and each of its constraints follows from one of the other's. A true answer is
 * certain; false may mean that it cannot be decided.
 */
export function covers(cover: Rule, rule: Rule): boolean {
  const wantsMore = cover.signalCategory !== null && cover.signalCategory !== rule.signalCategory;
  return (
    !wantsMore &&
    follows(cover.context ?? {}, rule.context ?? {}) &&
    coversPattern(cover.toolPattern, rule.toolPattern)
  );
}

/**
 * Whether one pattern matches every name that another matches. The answer is exact, and one test name is enough: the
 * other pattern with each star replaced by a character that does not occur in the first pattern. Only a star of the
 * first can match that character, and a star that matches one character there matches any text.
 */
export function coversPattern(cover: string, pattern: string): boolean {
  const star = cover.indexOf('*');
  // most pairs of patterns have nothing in common, and this test finds that without a matcher
  if (!pattern.startsWith(star === -1 ? cover : cover.slice(0, star))) return false;
  return compileToolGlob(cover).matches(pattern.replaceAll('*', characterOutside(cover)));
}

function characterOutside(text: string): string {
  for (let code = 0xe000; ; code++) {
    const character = String.fromCharCode(code);
    if (!text.includes(character)) return character;
  }
}

/** Whether every required constraint follows from a known one, also inside `resource` and `agent`. */
function follows(asked: object, known: object): boolean {
  return Object.entries(asked).every(([key, wanted]) => {
    const given: unknown = Object.hasOwn(known, key) ? known[key as keyof typeof known] : undefined;
    if (!isObject(wanted) || !isObject(given)) return false;
    if (Object.hasOwn(wanted, 'anyOf'))
      return listFollows(wanted as unknown as List, given as unknown as List);
    if (Object.hasOwn(wanted, 'windows')) return JSON.stringify(wanted) === JSON.stringify(given);
    return follows(wanted, given);
  });
}

interface List {
  readonly anyOf: readonly string[];
  readonly negate?: boolean;
}

/** A list follows from a shorter one; when negated, from a longer one. */
function listFollows(asked: List, known: List): boolean {
  if ((asked.negate ?? false) !== (known.negate ?? false)) return false;
  const [larger, smaller] = asked.negate ? [known, asked] : [asked, known];
  const values = new Set(larger.anyOf);
  return smaller.anyOf.every((value) => values.has(value));
}
