import { wordsOf } from './name-words.ts';
import { isChanging, readName, readNameStrictly } from './read-name.ts';
import { CHOOSING_WORDS, KIND_WORDS, LISTED_NOUNS, NOUNS_TOO, PROGRAM_WORDS } from './words.ts';

/** How badly a value changes something. */
export type Writing = 'mutating' | 'destructive';

/** A value of a parameter that changes something, whatever its tool is called. */
export interface WritingValue {
  readonly parameter: string;
  readonly value: string;
  readonly writing: Writing;
}

/** Whether a parameter chooses among actions: `action`, `http_method`, `actionType`. */
export function isChoosing(parameter: string): boolean {
  const [last = '', before = ''] = wordsOf(parameter).reverse();
  return CHOOSING_WORDS.has(last) || (KIND_WORDS.has(last) && CHOOSING_WORDS.has(before));
}

/** Whether a parameter holds a program of the caller's: `sql`, `userScript`. */
export function isProgram(parameter: string): boolean {
  const words = wordsOf(parameter);
  return words.length <= 2 && PROGRAM_WORDS.has(words.at(-1) ?? '');
}

/**
 * What an action that is listed does. It is a name in small: `get_workflow_run` reads, `cancel_run` does not, and
 * `issue_types` is a noun.
 */
export function writingOfAction(action: string): Writing | undefined {
  const { kind, word = '' } = readNameStrictly(action);
  if (kind !== 'mutating' && kind !== 'destructive') return undefined;
  const isNoun = NOUNS_TOO.has(word) && LISTED_NOUNS.has(wordsOf(action).at(-1) ?? '');
  return isNoun && readName(action).kind === 'silent' ? undefined : kind;
}

/** SQL that changes something, anywhere in a text: each statement by what must follow its first word. */
const WRITING_SQL: readonly (readonly [RegExp, Writing])[] = [
  [/\b(?:delete\s+from|drop\s+\w+|truncate\s+(?:table\s+)?\w+|alter\s+\w+\s+\S+\s+drop)\b/i, 'destructive'],
  [/\b(?:insert|replace|merge)\s+into\b/i, 'mutating'],
  [/\bupdate\s+\S+(?:\s+(?:as\s+)?\w+)?\s+set\b/i, 'mutating'],
  [
    /\b(?:create|alter)\s+(?:or\s+replace\s+)?(?:unique\s+|temp\w*\s+|materialized\s+)?(?:table|index|view|schema|database|user|role|function|procedure|trigger|sequence|type)\b/i,
    'mutating',
  ],
  [/\b(?:grant|revoke)\s+[\w\s,]+?\s+(?:on|to|from)\b/i, 'mutating'],
];

/** What a text does that is SQL; undefined when it is none that changes anything. */
export function writingOfSql(text: string): Writing | undefined {
  return WRITING_SQL.find(([statement]) => statement.test(text))?.[1];
}

/**
 * The first value in an argument, however deep, by which it changes something.
 * @param tolerated what is passed over
 */
export function findWritingValue(
  parameter: string,
  value: unknown,
  tolerated: readonly Writing[] = [],
): WritingValue | undefined {
  if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      // what is held in a list is named as the list is
      const found = findWritingValue(Array.isArray(value) ? parameter : key, member, tolerated);
      if (found) return found;
    }
    return undefined;
  }
  const writing = writingOf(parameter, value);
  if (writing === undefined || tolerated.includes(writing)) return undefined;
  return { parameter, value: String(value), writing };
}

function writingOf(parameter: string, value: unknown): Writing | undefined {
  if (typeof value === 'string') return writingOfText(parameter, value);
  if (value !== true) return undefined;
  // `purge: true`
  const { kind } = readName(parameter);
  return kind === 'mutating' || kind === 'destructive' ? kind : undefined;
}

function writingOfText(parameter: string, text: string): Writing | undefined {
  const sql = writingOfSql(text);
  if (sql) return sql;
  if (isChoosing(parameter)) return writingOfAction(text);
  // a program changes something by any of its words
  const word = isProgram(parameter) ? wordsOf(text).find(isChanging) : undefined;
  return word === undefined ? undefined : 'destructive';
}
