import { scalarText } from '../values/scalar-text.ts';
import { isChanging } from './changing.ts';
import type { Writing } from './model.ts';
import { wordsOf } from './name-words.ts';
import { isOtherVerb } from './noun-phrase.ts';
import { isProgram } from './program.ts';
import { readName, readNameStrictly } from './read-name.ts';
import {
  CHOOSING_WORDS,
  CONFIRMING_WORDS,
  GUARD_SWITCHES,
  KIND_WORDS,
  LISTED_NOUNS,
  NOUNS_TOO,
  TASK_WORDS,
} from './words.ts';
import { writingOfSql } from './written-sql.ts';

/** A value of a parameter that changes something, whatever the name of the tool. */
export interface WritingValue {
  readonly parameter: string;
  readonly value: string;
  readonly writing: Writing;
}

/** Whether a parameter selects an action: `action`, `http_method`, `actionType`. */
export function isChoosing(parameter: string): boolean {
  const [last = '', before = ''] = wordsOf(parameter).reverse();
  return CHOOSING_WORDS.has(last) || (KIND_WORDS.has(last) && CHOOSING_WORDS.has(before));
}

/**
 * Judges an action that a schema lists, in the same way as the name of a tool: `get_workflow_run` reads, `cancel_run`
 * does not, and `issue_types` is a noun. Undefined when it changes nothing.
 */
export function writingOfAction(action: string): Writing | undefined {
  const { kind, word = '' } = readNameStrictly(action);
  if (kind !== 'mutating' && kind !== 'destructive') return undefined;
  const isNoun = NOUNS_TOO.has(word) && LISTED_NOUNS.has(wordsOf(action).at(-1) ?? '');
  return isNoun && readName(action).kind === 'silent' ? undefined : kind;
}

/** Judges the first word of an action by the dictionary of changing verbs: `reboot_vm`. */
export function writingOfVerb(action: string): Writing | undefined {
  return isOtherVerb(wordsOf(action)[0] ?? '') ? 'mutating' : undefined;
}

/**
 * Finds the first value in an argument, at any depth, that changes something.
 * @param tolerated changes that are ignored
 */
export function findWritingValue(
  parameter: string,
  value: unknown,
  tolerated: readonly Writing[] = [],
): WritingValue | undefined {
  if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      // a member of a list has the name of the list
      const found = findWritingValue(Array.isArray(value) ? parameter : key, member, tolerated);
      if (found) return found;
    }
    return undefined;
  }
  const writing = writingOf(parameter, value);
  if (writing === undefined || tolerated.includes(writing)) return undefined;
  return { parameter, value: scalarText(value), writing };
}

function writingOf(parameter: string, value: unknown): Writing | undefined {
  if (typeof value === 'string') return writingOfText(parameter, value);
  if (typeof value !== 'boolean') return undefined;
  const words = wordsOf(parameter);
  // `dry_run: false`
  if (!value)
    return GUARD_SWITCHES.has(words.slice(0, 2).join(' ')) || GUARD_SWITCHES.has(words[0] ?? '')
      ? 'mutating'
      : undefined;
  // `purge: true`
  const { kind } = readName(parameter);
  if (kind === 'mutating' || kind === 'destructive') return kind;
  return CONFIRMING_WORDS.has(words[0] ?? '') ? 'mutating' : undefined;
}

function writingOfText(parameter: string, text: string): Writing | undefined {
  const sql = writingOfSql(text);
  if (sql) return sql;
  if (isChoosing(parameter)) return writingOfAction(text) ?? writingOfVerb(text);
  if (isTask(parameter)) return writingOfTask(text);
  // one changing word in a program is enough
  const word = isProgram(parameter) ? wordsOf(text).find(isChanging) : undefined;
  return word === undefined ? undefined : 'destructive';
}

/** Whether a parameter says what to do: `task`, `subcommand`. Unlike an `action`, it may be a sentence. */
function isTask(parameter: string): boolean {
  return TASK_WORDS.has(wordsOf(parameter).at(-1) ?? '');
}

/** In a sentence only the first word is the action: `explain what delete does`. */
function writingOfTask(text: string): Writing | undefined {
  const first = text.trim().split(/\s/, 1)[0] ?? '';
  const action = /\s/.test(text.trim()) ? first : text;
  return writingOfAction(action) ?? writingOfVerb(action);
}
