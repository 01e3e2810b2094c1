import { FACT_TYPES, type FactType, type FactValue, factTypeOf, renderFact } from '../facts/fact.ts';

/** What a comparator takes behind its key in the policy file. */
export interface Literals {
  number: number;
  literal: FactValue;
  literals: readonly FactValue[];
}

/** Everything the program knows of a comparator. */
export interface Comparator<L extends keyof Literals = keyof Literals> {
  /** What its key takes; the schema of the policy file follows from it. */
  readonly takes: L;
  readonly description: string;
  /** The types of fact that it can judge; any other fact leaves the rule unevaluated. */
  readonly judges: (expected: Literals[L]) => readonly FactType[];
  readonly holds: (actual: FactValue, expected: Literals[L]) => boolean;
  /** The expectation in words, as in "found 3, expected at most 0". */
  readonly expectation: (expected: Literals[L]) => string;
}

function comparator<L extends keyof Literals>(row: Comparator<L>): Comparator {
  // `judges` guards the types that `holds` is called with, and the schema those of `expected`
  return row as unknown as Comparator;
}

/**
 * Every comparator there is. To add one, add a row: the policy schema, the evaluator, the lint and the docs
 * follow from it. Numbers are compared as written, never rounded.
 */
export const COMPARATORS = {
  max: comparator<'number'>({
    takes: 'number',
    description: 'the fact, a number, must be less than or equal to this number',
    judges: () => ['number'],
    holds: (actual, expected) => (actual as number) <= expected,
    expectation: (expected) => `at most ${renderFact(expected)}`,
  }),
  min: comparator<'number'>({
    takes: 'number',
    description: 'the fact, a number, must be greater than or equal to this number',
    judges: () => ['number'],
    holds: (actual, expected) => (actual as number) >= expected,
    expectation: (expected) => `at least ${renderFact(expected)}`,
  }),
  equals: comparator<'literal'>({
    takes: 'literal',
    description: 'the fact must equal this literal, and be of its type: number, boolean or text',
    judges: (expected) => [factTypeOf(expected)],
    holds: (actual, expected) => actual === expected,
    expectation: (expected) => JSON.stringify(expected),
  }),
  one_of: comparator<'literals'>({
    takes: 'literals',
    description: 'the fact, rendered to text, must be one of the listed values, rendered the same way',
    judges: () => FACT_TYPES,
    holds: (actual, expected) => expected.some((value) => renderFact(value) === renderFact(actual)),
    expectation: (expected) => `one of ${expected.map(renderFact).join(', ')}`,
  }),
} satisfies Record<string, Comparator>;

/** A comparator, as a rule names it. */
export type ComparatorName = keyof typeof COMPARATORS;

/** All comparators, in the order of the table. */
export const COMPARATOR_NAMES = Object.keys(COMPARATORS) as readonly ComparatorName[];
