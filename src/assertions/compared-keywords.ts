import type { ErrorObject, FuncKeywordDefinition } from 'ajv/dist/2020.js';
import { someOf } from '../text/some-of.ts';
import { isDeepEqual } from './deep-equal.ts';
import { show } from './show.ts';
import { isAmong, ValueSet } from './value-set.ts';

/**
 * The keywords that compare values. Those of ajv call `valueOf` on the value, which a stranger may have set, and its
 * `uniqueItems` compares every pair of elements. {@link wordsOf} writes their messages.
 */
export const KEYWORDS: readonly FuncKeywordDefinition[] = [
  comparing('const', (expected, value) => isDeepEqual(expected, value)),
  comparing('enum', (expected, value) => isAmong(expected as unknown[], value)),
  {
    ...comparing('uniqueItems', (expected, list) => expected === false || allDiffer(list as unknown[])),
    type: 'array',
    schemaType: 'boolean',
  },
];

function comparing(
  keyword: string,
  accepts: (expected: unknown, value: unknown) => boolean,
): FuncKeywordDefinition {
  const validate: FuncKeywordDefinition['validate'] = (expected: unknown, value: unknown) => {
    if (accepts(expected, value)) return true;
    if (validate) validate.errors = [{ keyword, params: { expected } }];
    return false;
  };
  return { keyword, validate, errors: true };
}

function allDiffer(list: readonly unknown[]): boolean {
  return new ValueSet(list).size === list.length;
}

/** The words are written for the error that is shown: a check of a thousand branches finds a thousand errors. */
const WORDS: Readonly<Record<string, (expected: unknown) => string>> = {
  const: (expected) => `must be ${show(expected)}`,
  enum: (expected) => `must be one of ${showSome(expected as unknown[])}`,
  uniqueItems: () => 'must not contain the same element twice',
};

/** How many allowed values a message lists. */
const MOST_SHOWN = 100;

function showSome(values: readonly unknown[]): string {
  return someOf(values, MOST_SHOWN, (one) => show(one));
}

/** Says what is wrong with a value. */
export function wordsOf({
  keyword,
  params,
  message = WORDS[keyword]?.(params.expected) ?? 'not accepted',
}: ErrorObject): string {
  const extra = params.additionalProperty ?? params.unevaluatedProperty;
  const words = message.replace(/\bNOT\b/, 'not');
  return extra === undefined ? words : `${words}, found ${show(extra)}`;
}
