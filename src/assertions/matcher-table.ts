import { isObject } from '../values/own-property.ts';
import { contains, containsAll, countParts, search } from './containment.ts';
import { isDeepEqual } from './deep-equal.ts';
import { foldCase } from './fold-case.ts';
import {
  expectationOf,
  FAIL,
  type Judgement,
  judgeAll,
  judged,
  judgeElements,
  type Test,
  UNKNOWN,
} from './judgement.ts';
import type { Operand } from './operands.ts';
import { show } from './show.ts';
import { isAmong } from './value-set.ts';

const EMPTY = 'every text contains the empty text';

/** Everything the program knows about a matcher. */
export interface MatcherRow {
  readonly description: string;
  /** Compiles the operand; undefined if it is faulty. */
  readonly compile: (operand: Operand) => Test | undefined | Promise<Test | undefined>;
}

/**
 * All matchers. To add one, add a row: messages and the schema of authored files follow from it. A matcher says
 * `unknown` for a value that it cannot judge, above all for a missing value; see {@link Judgement}.
 * Spec (scenario worlds): "Matchers, shared by every feature that asserts".
 */
export const MATCHERS = {
  exact: {
    description: 'equals this value; numbers compare by value, key order does not matter',
    compile: (operand) => {
      const expected = operand.json();
      return expected && test(show(expected.value), (actual) => judged(isDeepEqual(actual, expected.value)));
    },
  },
  contains: {
    description: 'a text that contains this text, or a list that contains this value',
    compile: (operand) => {
      if (operand.value === '') return operand.fault(EMPTY);
      const part = operand.json();
      return (
        part && test(`something that contains ${show(part.value)}`, (actual) => contains(actual, part.value))
      );
    },
  },
  icontains: {
    description: 'a text that contains this text, or a list that contains it, in any letter case',
    compile: (operand) => {
      const text = operand.text();
      if (text === undefined) return undefined;
      const folded = foldCase(text);
      return test(`something that contains ${show(text)} in any letter case`, (actual) =>
        contains(Array.isArray(actual) ? actual.map(foldText) : foldText(actual), folded));
    },
  },
  contains_all: {
    description:
      'a text that contains all these texts, or a list that contains all these values; one that is listed twice must be there twice',
    compile: (operand) => {
      const parts = operand.list();
      if (!parts) return undefined;
      if (parts.includes('')) return operand.fault(EMPTY);
      const wanted = countParts(parts);
      return test(`something that contains all of ${list(parts)}`, (actual) => containsAll(actual, wanted));
    },
  },
  regex: {
    description: 'a text in which this pattern is found; the syntax is RE2, and `(?i)` ignores letter case',
    compile: async (operand) => {
      const source = operand.text();
      if (source === undefined) return undefined;
      const { compileRegex } = await import('./regex.ts');
      const pattern = compileRegex(source);
      if (typeof pattern === 'string') {
        return operand.fault(
          `the pattern does not compile: ${pattern}`,
          'use RE2 syntax, which has no look-around',
        );
      }
      const { matchesEveryText } = await import('./every-text.ts');
      if (matchesEveryText(source, compileRegex)) {
        return operand.fault(
          'every text matches this pattern: it checks nothing',
          'write a pattern that a text can fail; `schema: {type: string}` checks that there is a text',
        );
      }
      return test(`text that matches ${show(source)}`, (actual) =>
        typeof actual === 'string' ? search(pattern, actual) : UNKNOWN);
    },
  },
  schema: {
    description: 'valid against this JSON Schema (2020-12); `format` is not checked',
    compile: async (operand) => {
      const schema = operand.value;
      if (!isObject(schema) || Object.keys(schema).length === 0) {
        return operand.mustBe('a JSON Schema that checks something');
      }
      const [{ compileSchema }, { compileSchemaRegex }] = await Promise.all([
        import('./json-schema.ts'),
        import('./regex.ts'),
      ]);
      const check = compileSchema(schema, compileSchemaRegex);
      if (typeof check !== 'function') return operand.fault(check.message, check.help, check.path);
      return test('a value that is valid against the schema', check);
    },
  },
  min: {
    description: 'this number or greater',
    compile: (operand) => {
      const least = operand.number();
      if (least === undefined) return undefined;
      return test(`at least ${show(least)}`, (actual) => judgeNumber(actual, (number) => number >= least));
    },
  },
  max: {
    description: 'this number or smaller',
    compile: (operand) => {
      const most = operand.number();
      if (most === undefined) return undefined;
      return test(`at most ${show(most)}`, (actual) => judgeNumber(actual, (number) => number <= most));
    },
  },
  one_of: {
    description: 'equals one of these values',
    compile: (operand) => {
      const values = operand.list();
      if (!values) return undefined;
      return test(`one of ${list(values)}`, (actual) => judged(isAmong(values, actual)));
    },
  },
  length: {
    description:
      'the length of a text in characters (code points), or of a list in elements: `3`, `{min: 1, max: 5}`',
    compile: (operand) => {
      const range = operand.range();
      if (range && range.min === 0 && range.max === Number.MAX_SAFE_INTEGER) {
        return operand.fault(
          'every length is at least `0`: it checks nothing',
          'write a greater `min`, or a `max`; `schema: {type: array}` checks that there is a list',
        );
      }
      return range && test(`a length of ${rangeInWords(range)}`, (actual) => judgeLength(actual, range));
    },
  },
  absent: {
    description: 'true: the value does not exist; false: it exists, and may be null',
    compile: (operand) => {
      const absent = operand.flag();
      if (absent === undefined) return undefined;
      return {
        expectation: absent ? 'nothing' : 'any value',
        judge: (actual) => judged((actual === undefined) === absent),
      };
    },
  },
  not: {
    description: 'does not match this matcher; fails for a value that this matcher cannot judge',
    compile: async (operand) => {
      const inner = await operand.matcher();
      if (!inner) return undefined;
      const words = expectationOf(inner);
      return {
        expectation: inner.tests.length > 1 ? `not (${words})` : `not ${words}`,
        judge: (actual) => opposite(judgeAll(inner, actual)),
      };
    },
  },
  any: {
    description: 'a list with an element that matches this matcher',
    compile: async (operand) => {
      const inner = await operand.matcher();
      return (
        inner &&
        test(`a list with an element that is ${expectationOf(inner)}`, (actual) =>
          Array.isArray(actual) ? judgeElements(inner, actual, 'pass') : UNKNOWN)
      );
    },
  },
  every: {
    description: 'a non-empty list in which every element matches this matcher',
    compile: async (operand) => {
      const inner = await operand.matcher();
      return (
        inner &&
        test(`a non-empty list in which every element is ${expectationOf(inner)}`, (actual) => {
          if (!Array.isArray(actual)) return UNKNOWN;
          return actual.length === 0 ? FAIL : judgeElements(inner, actual, 'fail');
        })
      );
    },
  },
} satisfies Record<string, MatcherRow>;

/** The key of a matcher, as a suite writes it. */
export type MatcherName = keyof typeof MATCHERS;

/** All matchers, in the order of the table. */
export const MATCHER_NAMES = Object.keys(MATCHERS) as readonly MatcherName[];

/** Makes a test that cannot judge a missing value. */
function test(expectation: string, judge: (actual: unknown) => Judgement): Test {
  return { expectation, judge: (actual) => (actual === undefined ? UNKNOWN : judge(actual)) };
}

function foldText(value: unknown): unknown {
  return typeof value === 'string' ? foldCase(value) : value;
}

function judgeNumber(actual: unknown, holds: (number: number) => boolean): Judgement {
  return typeof actual === 'number' ? judged(holds(actual)) : UNKNOWN;
}

function judgeLength(actual: unknown, { min, max }: { min: number; max: number }): Judgement {
  if (typeof actual !== 'string' && !Array.isArray(actual)) return UNKNOWN;
  let length = 0;
  if (Array.isArray(actual)) length = actual.length;
  else for (const _ of actual) length++;
  return { verdict: length >= min && length <= max ? 'pass' : 'fail', detail: `the length is \`${length}\`` };
}

function rangeInWords({ min, max }: { min: number; max: number }): string {
  if (min === max) return `\`${min}\``;
  if (max === Number.MAX_SAFE_INTEGER) return `at least \`${min}\``;
  return min === 0 ? `at most \`${max}\`` : `\`${min}\` to \`${max}\``;
}

function opposite(judgement: Judgement): Judgement {
  const { verdict, detail } = judgement;
  if (verdict === 'unknown') return judgement;
  return { verdict: verdict === 'pass' ? 'fail' : 'pass', detail };
}

function list(values: readonly unknown[]): string {
  return values.map((value) => show(value)).join(', ');
}
