import type { Schema } from '../assertions/schema-reference.ts';
import { defaultsOf } from '../exec-policy/choices.ts';
import { isObject, setOwn } from '../values/own-property.ts';
import { bound } from './bound.ts';
import { numbers } from './sample-number.ts';
import { variants } from './sample-schema.ts';
import { texts } from './sample-text.ts';
import type { Sampling } from './sampling.ts';

/** How many values are tried for one member of an object or list while the other members stay the same. */
const MOST_TRIES = 12;

/** The most members of a list or an object that is generated. */
const MOST_MEMBERS = 1000;

/**
 * Generates values that a schema may accept, the most likely first: the constant, examples or default of its author, then
 * the smallest values that fit. Objects get only the members that they require. The caller must check each value.
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

/** Keywords that show which type their author has in mind. */
const TELLING: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties'],
  array: ['items', 'prefixItems', 'minItems', 'contains'],
  string: ['pattern', 'format', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'],
};

function typesOf(schema: Schema): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  // null comes last: it exercises the tool least
  if (Array.isArray(type)) return [...type].sort((a, b) => Number(a === 'null') - Number(b === 'null'));
  const told = Object.keys(TELLING).filter((each) =>
    TELLING[each]?.some((key) => Object.hasOwn(schema, key)),
  );
  return [...new Set([...told, 'string', 'object', 'integer', 'boolean', 'array', 'null'])];
}

function* objects(schema: Schema, sampling: Sampling, path: readonly string[]): Generator<unknown> {
  const names = namesOf(schema, sampling);
  const { dependentSchemas, ...rest } = schema;
  const present = new Set(names);
  const dependent = Object.entries(members(dependentSchemas)).filter(([name]) => present.has(name));
  if (dependent.length > 0) {
    yield* values({ allOf: [rest, ...dependent.map(([, each]) => each)] }, sampling, path);
    return;
  }
  if (names.length > MOST_MEMBERS) return sampling.blocked(path, `it requires ${names.length} members`);
  const schemas = names.map((name) => schemaOfMember(schema, name, sampling));
  for (const made of combinations(schemas, names, sampling, path)) {
    const object: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) setOwn(object, name, made[index]);
    yield object;
  }
}

/** Returns the members that a generated object must have, in the order of the schema. */
function namesOf(schema: Schema, sampling: Sampling): string[] {
  const properties = members(schema.properties);
  const described = Object.keys(properties);
  const needed = new Set(strings(schema.required));
  // a member that is left out gets its default
  for (const name of described) {
    const schemaOf = properties[name];
    const isSafe = defaultsOf(schemaOf, sampling.root).every((usual) =>
      sampling.allows(name, usual, schemaOf),
    );
    if (!isSafe) needed.add(name);
  }
  for (const name of needed)
    for (const more of strings(members(schema.dependentRequired)[name])) needed.add(more);
  const least = Math.min(bound(schema.minProperties, 0), MOST_MEMBERS + 1);
  for (const name of described) if (needed.size < least) needed.add(name);
  for (let number = 1; needed.size < least; number++) needed.add(`key${number}`);
  return [
    ...described.filter((name) => needed.has(name)),
    ...[...needed].filter((name) => !Object.hasOwn(properties, name)),
  ];
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
  const contained = schema.contains === undefined ? 0 : bound(schema.minContains, 1);
  const least = Math.max(bound(schema.minItems, 0), contained);
  if (least > MOST_MEMBERS) return sampling.blocked(path, `it requires a list of ${least}`);
  const schemas = Array.from({ length: least }, (_, index) => {
    const own = index < first.length ? first[index] : (schema.items ?? true);
    // members for `contains` come last, after those that `prefixItems` describes
    return index >= least - contained ? { allOf: [own, schema.contains] } : own;
  });
  const names = schemas.map((_, index) => String(index));
  yield* combinations(schemas, names, sampling, path, schema.uniqueItems === true);
}

/**
 * Generates the first value of each member together, then combinations in which one member differs. Their number is the
 * sum of the candidates, not the product.
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
    if (next.done) return sampling.blocked(at, 'no value can be generated for it');
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

/** Generates the allowed values of a member. A member of a list has the name of the list. */
function* allowed(schema: unknown, sampling: Sampling, path: readonly string[]): Generator<unknown> {
  const parameter = path.findLast((segment) => !/^\d+$/.test(segment)) ?? '';
  for (const value of values(schema, sampling, path))
    if (sampling.allows(parameter, value, schema)) yield value;
}

function members(value: unknown): Schema {
  return isObject(value) ? value : {};
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
