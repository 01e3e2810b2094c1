import { isDeepEqual } from './deep-equal.ts';
import { show } from './show.ts';
import { isAmong } from './value-set.ts';

/** What a guard takes behind its key. */
export interface GuardOperands {
  value: unknown;
  number: number;
  list: readonly unknown[];
  flag: boolean;
}

/** Everything the program knows of a guard. */
export interface GuardRow<T extends keyof GuardOperands = keyof GuardOperands> {
  readonly takes: T;
  /** Whether it may compare with an argument of the call: `{eq: {from_arg: "id"}}`. */
  readonly fromArgument: boolean;
  readonly description: string;
  /** Undefined is a value that is missing. */
  readonly holds: (actual: unknown, expected: GuardOperands[T]) => boolean;
  /** The expectation in words, as in "found `3`, expected at least `5`". */
  readonly expectation: (expected: GuardOperands[T]) => string;
}

function guard<T extends keyof GuardOperands>(row: GuardRow<T>): GuardRow {
  // `takes` guards what the two functions are called with
  return row as unknown as GuardRow;
}

/**
 * Every guard there is. On a missing value all fail but `ne`, which is the opposite of `eq`, and `exists: false`;
 * a value of another type fails `min` and `max`. Source: "`when` guards" of the scenario's transitions.
 */
export const GUARDS = {
  eq: guard<'value'>({
    takes: 'value',
    fromArgument: true,
    description: 'the value must equal this one: numbers by value, whatever the order of keys',
    holds: isDeepEqual,
    expectation: (expected) => show(expected),
  }),
  ne: guard<'value'>({
    takes: 'value',
    fromArgument: true,
    description: 'the value must not equal this one; a missing value does not',
    holds: (actual, expected) => !isDeepEqual(actual, expected),
    expectation: (expected) => `anything but ${show(expected)}`,
  }),
  min: guard<'number'>({
    takes: 'number',
    fromArgument: true,
    description: 'the value must be a number, this one or greater',
    holds: (actual, expected) => typeof actual === 'number' && actual >= expected,
    expectation: (expected) => `at least ${show(expected)}`,
  }),
  max: guard<'number'>({
    takes: 'number',
    fromArgument: true,
    description: 'the value must be a number, this one or smaller',
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
  exists: guard<'flag'>({
    takes: 'flag',
    fromArgument: false,
    description: 'true: there must be a value; false: there must be none',
    holds: (actual, expected) => (actual !== undefined) === expected,
    expectation: (expected) => (expected ? 'any value' : 'no value'),
  }),
} satisfies Record<string, GuardRow>;

export type GuardName = keyof typeof GUARDS;

export const GUARD_NAMES = Object.keys(GUARDS) as readonly GuardName[];
