import { FACT_TYPES, type FactType, type FactValue, factTypeOf, renderFact } from '../facts/fact.ts';

/** What a comparator takes as its value in the policy file. */
export interface Literals {
  number: number;
  literal: FactValue;
  literals: readonly FactValue[];
}

/** Everything the program knows about a comparator. */
export interface Comparator<L extends keyof Literals = keyof Literals> {
  /** What its key takes. The schema of the policy file is derived from it. */
  readonly takes: L;
  readonly description: string;
  /** The types of fact that it can judge. A fact of any other type leaves the rule unevaluated. */
  readonly judges: (expected: Literals[L]) => readonly FactType[];
  readonly holds: (actual: FactValue, expected: Literals[L]) => boolean;
  /** The expectation as text, as in "found 3, expected at most 0". */
  readonly expectation: (expected: Literals[L]) => string;
}

function comparator<L extends keyof Literals>(row: Comparator<L>): Comparator {
  // `judges` guards the type of the fact that `holds` is called with, and the schema guards the type of `expected`
  return row as unknown as Comparator;
}

/**
 * Every comparator. To add one, add a row: the policy schema, the evaluator, the lint and the docs follow from it.
 * Numbers are compared as written and never rounded. Spec (release gate): "Rules".
 */
export const COMPARATORS = {
  max: comparator<'number'>({
    takes: 'number',
    description: 'the fact must be a number less than or equal to this one',
    judges: () => ['number'],
    holds: (actual, expected) => (actual as number) <= expected,
    expectation: (expected) => `at most ${renderFact(expected)}`,
  }),
  min: comparator<'number'>({
    takes: 'number',
    description: 'the fact must be a number greater than or equal to this one',
    judges: () => ['number'],
    holds: (actual, expected) => (actual as number) >= expected,
    expectation: (expected) => `at least ${renderFact(expected)}`,
  }),
  equals: comparator<'literal'>({
    takes: 'literal',
    description: 'the fact must equal this literal and have its type: number, boolean or text',
    judges: (expected) => [factTypeOf(expected)],
    holds: (actual, expected) => actual === expected,
    expectation: (expected) => JSON.stringify(expected),
  }),
  one_of: comparator<'literals'>({
    takes: 'literals',
    description: 'the fact, written as text, must be one of the listed values, written as text',
    judges: () => FACT_TYPES,
    holds: (actual, expected) => expected.some((value) => renderFact(value) === renderFact(actual)),
    expectation: (expected) => `one of ${expected.map(renderFact).join(', ')}`,
  }),
} satisfies Record<string, Comparator>;

/** The name of a comparator, as a rule writes it. */
export type ComparatorName = keyof typeof COMPARATORS;

/** All comparators, in the order of the table. */
export const COMPARATOR_NAMES = Object.keys(COMPARATORS) as readonly ComparatorName[];
