import { isDeepEqual } from '../assertions/deep-equal.ts';
import { resolveReference, type Schema } from '../assertions/schema-reference.ts';
import { isAmong } from '../assertions/value-set.ts';
import { append } from '../values/append.ts';
import { isObject, setOwn } from '../values/own-property.ts';
import { bound } from './bound.ts';
import type { Sampling } from './sampling.ts';

/**
 * Generates the schema without references and branches, once for each combination of its branches. Each variant merges
 * `allOf`, the target of `$ref`, and one branch of each `anyOf`, `oneOf` and `if`.
 */
export function* variants(schema: unknown, sampling: Sampling, depth: number): Generator<Schema> {
  if (schema === true) yield {};
  if (!isObject(schema) || !sampling.step(depth)) return;
  const { $ref, allOf, anyOf, oneOf, if: condition, then = true, else: otherwise = true, ...own } = schema;
  const choices: unknown[][] = [];
  if (typeof $ref === 'string') choices.push([resolve($ref, sampling)]);
  if (Array.isArray(allOf))
    append(
      choices,
      allOf.map((one) => [one]),
    );
  if (Array.isArray(anyOf)) choices.push(anyOf);
  if (Array.isArray(oneOf)) choices.push(oneOf);
  if (condition !== undefined) choices.push([{ allOf: [condition, then] }, otherwise]);
  yield* withChoices(own, choices, sampling, depth);
}

/**
 * Tries every combination of branches, one of each choice. Keeps the choices that are made in a list, not in calls: a
 * schema may have a hundred thousand of them.
 */
function* withChoices(
  own: Schema,
  choices: readonly (readonly unknown[])[],
  sampling: Sampling,
  depth: number,
): Generator<Schema> {
  const [first] = choices;
  if (first === undefined) {
    yield own;
    return;
  }
  const made = [withBranches(own, first, sampling, depth)];
  for (let last = made.at(-1); last; last = made.at(-1)) {
    const { done, value } = last.next();
    const next = choices[made.length];
    if (done) made.pop();
    else if (next === undefined) yield value;
    else made.push(withBranches(value, next, sampling, depth));
  }
}

/** Merges a schema with each variant of each branch that fits it. */
function* withBranches(
  own: Schema,
  branches: readonly unknown[],
  sampling: Sampling,
  depth: number,
): Generator<Schema, undefined> {
  for (const branch of branches) {
    for (const flat of variants(branch, sampling, depth + 1)) {
      const both = conjunction(own, flat, sampling);
      if (both) yield both;
    }
  }
}

/** Resolves a reference. Returns false, the schema that accepts nothing, if it cannot be resolved. */
function resolve(reference: string, sampling: Sampling): unknown {
  const found = resolveReference(reference, sampling.root);
  if (found !== undefined) return found;
  sampling.blocked([], `it refers to \`${reference}\`, which is not in it`);
  return false;
}

const UPPER = new Set([
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
  'maxContains',
]);
const LOWER = new Set([
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
  'minContains',
]);

/** Merges two schemas. Undefined when no value can fit both. The caller must check the values made from the result. */
function conjunction(one: Schema, other: Schema, sampling: Sampling): Schema | undefined {
  const both: Record<string, unknown> = { ...one };
  for (const [keyword, b] of Object.entries(other)) {
    const merged = Object.hasOwn(one, keyword) ? merge(keyword, one[keyword], b) : b;
    if (merged === undefined) return undefined;
    if (!sampling.work(sizeOf(merged))) return undefined;
    setOwn(both, keyword, merged);
  }
  return both;
}

/** How many members were copied for a merged keyword. */
function sizeOf(merged: unknown): number {
  if (Array.isArray(merged)) return merged.length;
  return isObject(merged) ? Object.keys(merged).length : 1;
}

function merge(keyword: string, a: unknown, b: unknown): unknown {
  if (UPPER.has(keyword))
    return Math.min(bound(a, Number.POSITIVE_INFINITY), bound(b, Number.POSITIVE_INFINITY));
  if (LOWER.has(keyword))
    return Math.max(bound(a, Number.NEGATIVE_INFINITY), bound(b, Number.NEGATIVE_INFINITY));
  switch (keyword) {
    case 'type':
      return commonTypes(list(a), list(b));
    case 'required':
      return [...new Set([...list(a), ...list(b)])];
    case 'enum':
      return filled(list(a).filter((value) => isAmong(list(b), value)));
    case 'const':
      return isDeepEqual(a, b) ? a : undefined;
    case 'properties':
    case 'patternProperties':
    case 'dependentSchemas':
      return isObject(a) && isObject(b) ? mergeMembers(a, b) : b;
    case 'items':
    case 'additionalProperties':
    case 'propertyNames':
    case 'contains':
      return a === false || b === false ? false : { allOf: [a, b] };
    default:
      return b;
  }
}

function mergeMembers(a: Schema, b: Schema): Schema {
  const members: Record<string, unknown> = { ...a };
  for (const [name, schema] of Object.entries(b)) {
    setOwn(members, name, Object.hasOwn(a, name) ? { allOf: [a[name], schema] } : schema);
  }
  return members;
}

function commonTypes(a: readonly unknown[], b: readonly unknown[]): unknown[] | undefined {
  const accepts = (types: readonly unknown[], type: unknown) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return filled([...new Set([...a, ...b])].filter((type) => accepts(a, type) && accepts(b, type)));
}

function filled(values: unknown[]): unknown[] | undefined {
  return values.length > 0 ? values : undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
