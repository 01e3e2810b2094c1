import { isObject } from '../../../values/own-property.ts';
import type { Rule } from './model.ts';
import { compileToolGlob } from './tool-glob.ts';

/**
 * Whether one rule matches wherever another does: its pattern takes all of the other's names, it asks for no signal
 * that the other does not ask for, and each of its constraints follows from one of the other's. Never true when it is
 * not so; false also where it cannot be told.
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
 * Whether one pattern matches every name that another does. Exact, by one name alone: that which has for each star of
 * the other a single character that the first does not name. Only a star of the first can take it, and a star that
 * takes one character there takes any of them, and any number.
 */
export function coversPattern(cover: string, pattern: string): boolean {
  const star = cover.indexOf('*');
  // most pairs of patterns have nothing in common, and need no matcher to say so
  if (!pattern.startsWith(star === -1 ? cover : cover.slice(0, star))) return false;
  return compileToolGlob(cover).matches(pattern.replaceAll('*', characterOutside(cover)));
}

function characterOutside(text: string): string {
  for (let code = 0xe000; ; code++) {
    const character = String.fromCharCode(code);
    if (!text.includes(character)) return character;
  }
}

/** Whether what is asked for is part of what is known: constraint by constraint, also below `resource` and `agent`. */
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

/** A longer list holds more; negated, it holds less. */
function listFollows(asked: List, known: List): boolean {
  if ((asked.negate ?? false) !== (known.negate ?? false)) return false;
  const [larger, smaller] = asked.negate ? [known, asked] : [asked, known];
  const values = new Set(larger.anyOf);
  return smaller.anyOf.every((value) => values.has(value));
}
