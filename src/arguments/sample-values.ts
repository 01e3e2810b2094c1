import type { Schema } from '../assertions/schema-reference.ts';
import { resolveReference } from '../assertions/schema-reference.ts';
import { isObject, setOwn } from '../values/own-property.ts';
import { numbers } from './sample-number.ts';
import { variants } from './sample-schema.ts';
import { texts } from './sample-text.ts';
import type { Sampling } from './sampling.ts';

/** Of one member of an object or list so many values are tried while the others stay as they are. */
const MOST_TRIES = 12;

/** A list or an object of more is not made. */
const MOST_MEMBERS = 1000;

/**
 * Values that a schema may accept, the likeliest first: what its author gives as constant, example or default, else the
 * smallest that fits. Objects get what they require and no more. Not every one need be valid: the caller checks.
 */
export function* values(schema: unknown, sampling: Sampling, path: readonly string[]): Generator<unknown> {
  for (const flat of variants(schema, sampling, path.length)) {
    if (!sampling.step(path.length)) return;
    yield* valuesOf(flat, sampling, path);
  }
}

function* valuesOf(schema: Schema, sampling: Sampling, path: readonly string[]): Generator<unknown> {
  if (Object.hasOwn(schema, 'const')) {
    yield schema.const;
    return;
  }
  if (Array.isArray(schema.enum)) {
    yield* schema.enum;
    return;
  }
  if (sampling.authored) {
    if (Array.isArray(schema.examples)) yield* schema.examples;
    if (Object.hasOwn(schema, 'default')) yield schema.default;
  }
  for (const type of typesOf(schema)) yield* MAKERS[type]?.(schema, sampling, path) ?? [];
}

type Maker = (schema: Schema, sampling: Sampling, path: readonly string[]) => Iterable<unknown>;

const MAKERS: Readonly<Record<string, Maker>> = {
  object: objects,
  array: lists,
  string: texts,
  integer: (schema) => numbers(schema, true),
  number: (schema) => numbers(schema, false),
  boolean: () => [true, false],
  null: () => [null],
};

/** Keywords that say of which type their author thinks. */
const TELLING: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties'],
  array: ['items', 'prefixItems', 'minItems', 'contains'],
  string: ['pattern', 'format', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'],
};

function typesOf(schema: Schema): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  // null is the value that shows least of a tool
  if (Array.isArray(type)) return [...type].sort((a, b) => Number(a === 'null') - Number(b === 'null'));
  const told = Object.keys(TELLING).filter((each) =>
    TELLING[each]?.some((key) => Object.hasOwn(schema, key)),
  );
  return [...new Set([...told, 'string', 'object', 'integer', 'boolean', 'array', 'null'])];
}

function* objects(schema: Schema, sampling: Sampling, path: readonly string[]): Generator<unknown> {
  const names = namesOf(schema, sampling);
  const { dependentSchemas, ...rest } = schema;
  const dependent = Object.entries(members(dependentSchemas)).filter(([name]) => names.includes(name));
  if (dependent.length > 0) {
    yield* values({ allOf: [rest, ...dependent.map(([, each]) => each)] }, sampling, path);
    return;
  }
  if (names.length > MOST_MEMBERS) return sampling.blocked(path, `it wants ${names.length} members`);
  const schemas = names.map((name) => schemaOfMember(schema, name, sampling));
  for (const made of combinations(schemas, names, sampling, path)) {
    const object: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) setOwn(object, name, made[index]);
    yield object;
  }
}

/** The members that an object must have, in the order in which the schema describes them. */
function namesOf(schema: Schema, sampling: Sampling): string[] {
  const properties = members(schema.properties);
  const described = Object.keys(properties);
  const needed = new Set(strings(schema.required));
  // what is left out has its default
  for (const name of described) {
    const isSafe = defaultsOf(properties[name], sampling).every((usual) => sampling.allows(name, usual));
    if (!isSafe) needed.add(name);
  }
  for (const name of needed)
    for (const more of strings(members(schema.dependentRequired)[name])) needed.add(more);
  const least = Math.min(Number(schema.minProperties ?? 0), MOST_MEMBERS + 1);
  for (const name of described) if (needed.size < least) needed.add(name);
  for (let number = 1; needed.size < least; number++) needed.add(`key${number}`);
  return [
    ...described.filter((name) => needed.has(name)),
    ...[...needed].filter((name) => !described.includes(name)),
  ];
}

/** The defaults of a value, where its schema or what that refers to names one. */
function defaultsOf(schema: unknown, { root }: Sampling): unknown[] {
  const own = members(schema);
  const parts = [own.$ref, ...list(own.allOf).map((each) => members(each).$ref)].filter(
    (reference) => typeof reference === 'string',
  );
  const referred = parts.map((reference) => resolveReference(reference, root));
  return [own, ...list(own.allOf), ...referred].map((each) => members(each).default);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function schemaOfMember(schema: Schema, name: string, sampling: Sampling): unknown {
  const properties = members(schema.properties);
  const applicable = Object.entries(members(schema.patternProperties)).flatMap(([source, each]) => {
    const pattern = sampling.compileRegex(source);
    return typeof pattern !== 'string' && pattern.test(name) ? [each] : [];
  });
  if (Object.hasOwn(properties, name)) applicable.unshift(properties[name]);
  if (applicable.length === 0) return schema.additionalProperties ?? true;
  return applicable.length === 1 ? applicable[0] : { allOf: applicable };
}

function* lists(schema: Schema, sampling: Sampling, path: readonly string[]): Generator<unknown> {
  const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const contained = schema.contains === undefined ? 0 : Number(schema.minContains ?? 1);
  const least = Math.max(Number(schema.minItems ?? 0), contained);
  if (least > MOST_MEMBERS) return sampling.blocked(path, `it wants a list of ${least}`);
  const schemas = Array.from({ length: least }, (_, index) => {
    const own = index < first.length ? first[index] : (schema.items ?? true);
    // those that must be contained come last, where no place is spoken for
    return index >= least - contained ? { allOf: [own, schema.contains] } : own;
  });
  const names = schemas.map((_, index) => String(index));
  yield* combinations(schemas, names, sampling, path, schema.uniqueItems === true);
}

/**
 * The first value of each member together, and then those in which one member differs: as many as there are in sum, not
 * as the product of all.
 */
function* combinations(
  schemas: readonly unknown[],
  names: readonly string[],
  sampling: Sampling,
  path: readonly string[],
  unique = false,
): Generator<unknown[]> {
  const firsts: unknown[] = [];
  const more: Iterator<unknown>[] = [];
  const taken = new Set<string>();
  for (const [index, schema] of schemas.entries()) {
    const at = [...path, names[index] as string];
    const candidates = allowed(schema, sampling, at);
    let next = candidates.next();
    while (unique && !next.done && taken.has(JSON.stringify(next.value))) next = candidates.next();
    if (next.done) return sampling.blocked(at, 'no value can be made for it');
    taken.add(JSON.stringify(next.value));
    firsts.push(next.value);
    more.push(candidates);
  }
  yield firsts;
  for (const [index, candidates] of more.entries()) {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const next = candidates.next();
      if (next.done) break;
      yield firsts.with(index, next.value);
    }
  }
}

/** The values of a member, without those that it is not to have. What is in a list is named as the list is. */
function* allowed(schema: unknown, sampling: Sampling, path: readonly string[]): Generator<unknown> {
  const parameter = path.findLast((segment) => !/^\d+$/.test(segment)) ?? '';
  for (const value of values(schema, sampling, path)) if (sampling.allows(parameter, value)) yield value;
}

function members(value: unknown): Schema {
  return isObject(value) ? value : {};
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
