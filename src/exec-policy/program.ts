import { wordsOf } from './name-words.ts';
import {
  ABOUT_WORDS,
  BEFORE_LANGUAGES,
  CODED_THINGS,
  EXECUTING_WORDS,
  LANGUAGES,
  PROGRAM_COMPANIONS,
  PROGRAM_WORDS,
  WRITTEN_FORMS,
} from './program-words.ts';
import { writingOfSql } from './written-sql.ts';

/** The longest description that is read, in characters. What follows cannot make a parameter harmless. */
const LONGEST_DESCRIPTION = 20_000;

/** How many words may stand between a program and the verb that runs it: `code that you want to execute`. */
const NEAR = 6;

/**
 * Whether a parameter takes a program from the caller, by any word of its name: `sql`, `sqlQuery`, `code_snippet`,
 * `rawsql`, `rawQuery`. Not if its last word shows that it is about a program (`script_id`), or if it identifies something
 * (`country_code`).
 */
export function isProgram(parameter: string): boolean {
  if (isAboutProgram(parameter)) return false;
  const words = wordsOf(parameter);
  return words.some((word, index) => {
    // `rawQuery`: what is raw is handed on as it is
    const raw = word === 'raw' ? word + words[index + 1] : word;
    if (raw === 'rawquery' || raw === 'rawqueries') return true;
    if (word === 'code' && CODED_THINGS.has(words[index - 1] ?? '')) return false;
    return isProgramWord(word) || isCompound(word);
  });
}

/** Whether a parameter with this name may contain a program, if the description of its tool says so. */
export function isQuery(parameter: string): boolean {
  return ['query', 'queries', 'q', 'input'].includes(wordsOf(parameter).at(-1) ?? '');
}

/**
 * Whether a description says that a text is a program: `Raw SQL query`, `JavaScript to evaluate`. A query language that
 * can only read, such as PromQL, does not count.
 * @param parameter the parameter that is described; a name such as `script_id` is never a program
 */
export function describesProgram(description: unknown, parameter = ''): boolean {
  if (typeof description !== 'string' || isAboutProgram(parameter)) return false;
  const text = description.slice(0, LONGEST_DESCRIPTION);
  const selects = text.includes('SELECT') && SELECTS.test(text.replace(/\s+/g, ' '));
  if (selects || writingOfSql(text) !== undefined) return true;
  const words = text.toLowerCase().match(/[\p{L}\p{Nd}]+/gu) ?? [];
  return words.some((word, index) => {
    const next = words[index + 1] ?? '';
    if (LANGUAGES.has(word)) {
      // `SQL query`, but not `SQL instance`; `raw SQL`, `written in SQL`, `SQL to run`
      return WRITTEN_FORMS.has(next) || next === 'to' || BEFORE_LANGUAGES.has(words[index - 1] ?? '');
    }
    if (!PROGRAM_WORDS.has(word)) return false;
    const near = [
      ...words.slice(Math.max(0, index - NEAR), index),
      ...words.slice(index + 1, index + 1 + NEAR),
    ];
    return near.some((each) => EXECUTING_WORDS.has(each));
  });
}

/** An example in a description. Upper case, because `select one from the list` is English. */
const SELECTS = /\bSELECT [^;]{1,200}? FROM\b/;

/** Whether a name shows that a parameter is about a program and does not contain it: `script_id`. */
export function isAboutProgram(parameter: string): boolean {
  return ABOUT_WORDS.has(wordsOf(parameter).at(-1) ?? '');
}

function isProgramWord(word: string): boolean {
  return PROGRAM_WORDS.has(word) || LANGUAGES.has(word);
}

/** `sqlquery`, `rawsql`: two words that are written as one. */
function isCompound(word: string): boolean {
  if (word.length > 30) return false;
  for (let at = 2; at <= word.length - 2; at++) {
    const first = word.slice(0, at);
    if (!isPartOfCompound(first)) continue;
    const second = word.slice(at);
    if (isPartOfCompound(second) && (isProgramWord(first) || isProgramWord(second))) return true;
  }
  return false;
}

function isPartOfCompound(part: string): boolean {
  return isProgramWord(part) || PROGRAM_COMPANIONS.has(part);
}
