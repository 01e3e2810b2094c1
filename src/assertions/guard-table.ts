import { hasSameElements } from './containment.ts';
import { isDeepEqual } from './deep-equal.ts';
import { show } from './show.ts';
import { isAmong } from './value-set.ts';

/** The types of values that the key of a guard accepts. */
export interface GuardOperands {
  value: unknown;
  number: number;
  list: readonly unknown[];
  text: string;
  flag: boolean;
}

/** Everything the program knows about a guard. */
export interface GuardRow<T extends keyof GuardOperands = keyof GuardOperands> {
  readonly takes: T;
  /** Whether it may compare with an argument of the call: `{eq: {from_arg: "id"}}`. */
  readonly fromArgument: boolean;
  readonly description: string;
  /** Whether a value passes. Undefined is a missing value. */
  readonly holds: (actual: unknown, expected: GuardOperands[T]) => boolean;
  /** The expectation as text, as in "found `3`, expected at least `5`". */
  readonly expectation: (expected: GuardOperands[T]) => string;
}

function guard<T extends keyof GuardOperands>(row: GuardRow<T>): GuardRow {
  // `takes` guarantees the type of operand with which the two functions are called
  return row as unknown as GuardRow;
}

/**
 * All guards. On a missing value every guard fails except `ne`, which is the opposite of `eq`, and `exists: false`. A
 * value of another type fails `min` and `max`.
 * Spec (scenario worlds): "`when` guards".
 */
export const GUARDS = {
  eq: guard<'value'>({
    takes: 'value',
    fromArgument: true,
    description: 'the value must equal this one; numbers compare by value, key order does not matter',
    holds: isDeepEqual,
    expectation: (expected) => show(expected),
  }),
  ne: guard<'value'>({
    takes: 'value',
    fromArgument: true,
    description: 'the value must not equal this one; a missing value passes',
    holds: (actual, expected) => !isDeepEqual(actual, expected),
    expectation: (expected) => `anything but ${show(expected)}`,
  }),
  min: guard<'number'>({
    takes: 'number',
    fromArgument: true,
    description: 'the value must be this number or greater',
    holds: (actual, expected) => typeof actual === 'number' && actual >= expected,
    expectation: (expected) => `at least ${show(expected)}`,
  }),
  max: guard<'number'>({
    takes: 'number',
    fromArgument: true,
    description: 'the value must be this number or smaller',
    holds: (actual, expected) => typeof actual === 'number' && actual <= expected,
    expectation: (expected) => `at most ${show(expected)}`,
  }),
  one_of: guard<'list'>({
    takes: 'list',
    fromArgument: false,
    description: 'the value must equal one of the listed values',
    holds: (actual, expected) => isAmong(expected, actual),
    expectation: (expected) => `one of ${expected.map((value) => show(value)).join(', ')}`,
  }),
  unordered: guard<'list'>({
    takes: 'list',
    fromArgument: false,
    description: 'the value must be a list of these values, each as often as it is listed, in any order',
    holds: (actual, expected) => Array.isArray(actual) && hasSameElements(actual, expected),
    expectation: (expected) => `${show(expected)} in any order`,
  }),
  contains: guard<'text'>({
    takes: 'text',
    fromArgument: false,
    description: 'the value must be a text that contains this text, such as `git push` in a command',
    holds: (actual, expected) => typeof actual === 'string' && actual.includes(expected),
    expectation: (expected) => `text that contains ${show(expected)}`,
  }),
  exists: guard<'flag'>({
    takes: 'flag',
    fromArgument: false,
    description: 'true: a value must exist; false: no value may exist',
    holds: (actual, expected) => (actual !== undefined) === expected,
    expectation: (expected) => (expected ? 'any value' : 'no value'),
  }),
} satisfies Record<string, GuardRow>;

/** The key of a guard, as a suite writes it. */
export type GuardName = keyof typeof GUARDS;

/** All guards, in the order of the table. */
export const GUARD_NAMES = Object.keys(GUARDS) as readonly GuardName[];
