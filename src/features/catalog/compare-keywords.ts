import { isDeepEqual } from '../../assertions/deep-equal.ts';
import { show, showDifference } from '../../assertions/show.ts';
import type { SchemaEffect } from './schema-change.ts';

/** What the change of one keyword does, and how to say it. */
export interface KeywordChange {
  readonly effect: SchemaEffect;
  readonly message: string;
}

/** Compares the values of one keyword; undefined is a keyword that is not there. */
type Compare = (before: unknown, after: unknown, keyword: string) => readonly KeywordChange[];

/** A limit from below accepts less the greater it is, a limit from above the smaller it is. */
const least: Compare = (before, after, keyword) => limit(before, after, keyword, 1);
const most: Compare = (before, after, keyword) => limit(before, after, keyword, -1);

function limit(before: unknown, after: unknown, keyword: string, sign: 1 | -1): readonly KeywordChange[] {
  if (!isLimit(before) || !isLimit(after)) return [unclear(before, after, keyword)];
  const [from, to] = [before, after].map((value) => sign * (value ?? -sign * Number.POSITIVE_INFINITY)) as [
    number,
    number,
  ];
  return [{ effect: to > from ? 'narrower' : 'wider', message: changed(before, after, keyword) }];
}

function isLimit(value: unknown): value is number | undefined {
  return value === undefined || typeof value === 'number';
}

/** A condition whose two values cannot be compared: new it accepts less, gone it accepts more. */
const condition: Compare = (before, after, keyword) => {
  if (before === undefined) return [{ effect: 'narrower', message: changed(before, after, keyword) }];
  if (after === undefined) return [{ effect: 'wider', message: changed(before, after, keyword) }];
  return [unclear(before, after, keyword)];
};

const unique: Compare = (before, after, keyword) => [
  { effect: after === true ? 'narrower' : 'wider', message: changed(before, after, keyword) },
];

const words: Compare = (before, after, keyword) => [
  { effect: 'words', message: changed(before, after, keyword) },
];

const byDefault: Compare = (before, after, keyword) => [
  { effect: 'default', message: changed(before, after, keyword) },
];

const type: Compare = (before, after, keyword) => {
  const [was, is] = [typesOf(before), typesOf(after)];
  if (was === 'unclear' || is === 'unclear') return [unclear(before, after, keyword)];
  return [
    ...(was.some((each) => !covers(is, each))
      ? [{ effect: 'narrower', message: changed(before, after, keyword) } as const]
      : []),
    ...(is.some((each) => !covers(was, each))
      ? [{ effect: 'wider', message: changed(before, after, keyword) } as const]
      : []),
  ];
};

const TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null'];

/** Returns the types that a `type` lists; all of them if there is none. */
function typesOf(given: unknown): readonly string[] | 'unclear' {
  if (given === undefined) return TYPES;
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  return list.every((each): each is string => typeof each === 'string') ? list : 'unclear';
}

function covers(types: readonly string[], each: string): boolean {
  return types.includes(each) || (each === 'integer' && types.includes('number'));
}

/** The keywords that stand for themselves. Those with schemas inside are in `compare-schemas.ts`. */
export const KEYWORDS: Readonly<Record<string, Compare>> = {
  type,
  minimum: least,
  exclusiveMinimum: least,
  minLength: least,
  minItems: least,
  minProperties: least,
  maximum: most,
  exclusiveMaximum: most,
  maxLength: most,
  maxItems: most,
  maxProperties: most,
  pattern: condition,
  format: condition,
  multipleOf: condition,
  uniqueItems: unique,
  default: byDefault,
  title: words,
  description: words,
  examples: words,
  example: words,
  deprecated: words,
  readOnly: words,
  writeOnly: words,
  $comment: words,
  $schema: words,
  $id: words,
};

/** Keywords that change what is accepted in a way that is not judged: each change counts as unclear. */
export const UNJUDGED: readonly string[] = [
  'not',
  'if',
  'then',
  'else',
  'contains',
  'minContains',
  'maxContains',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'unevaluatedProperties',
  'unevaluatedItems',
  'additionalItems',
  'contentSchema',
  '$dynamicRef',
  '$recursiveRef',
];

/** The change of a keyword whose values cannot be compared. */
export function unclear(before: unknown, after: unknown, keyword: string): KeywordChange {
  return { effect: 'unclear', message: changed(before, after, keyword) };
}

/** Says how the value of a key changed. */
export function changed(before: unknown, after: unknown, key: string): string {
  if (before === undefined) return `\`${key}\` was added: ${show(after)}`;
  if (after === undefined) return `\`${key}\` was removed: it was ${show(before)}`;
  const [from, to] = showDifference(before, after);
  return `\`${key}\` changed from ${from} to ${to}`;
}

/** Compares the values that `enum` and `const` allow; undefined allows all. */
export function compareValues(
  before: readonly unknown[] | undefined,
  after: readonly unknown[] | undefined,
): readonly KeywordChange[] {
  if (!before && !after) return [];
  if (!before) return [{ effect: 'narrower', message: `now accepts only ${show(after)}` }];
  if (!after) return [{ effect: 'wider', message: `is no longer limited to ${show(before)}` }];
  const without = (list: readonly unknown[], other: readonly unknown[]) =>
    list.filter((value) => !other.some((each) => isDeepEqual(value, each)));
  const [gone, fresh] = [without(before, after), without(after, before)];
  return [
    ...(gone.length > 0
      ? [
          {
            effect: 'narrower',
            message: `no longer accepts ${gone.map((each) => show(each)).join(', ')}`,
          } as const,
        ]
      : []),
    ...(fresh.length > 0
      ? [{ effect: 'wider', message: `now accepts ${fresh.map((each) => show(each)).join(', ')}` } as const]
      : []),
  ];
}
