import type { ValuePath } from '../diagnostic.ts';
import { unescapeSegment } from '../values/json-pointer.ts';
import { isObject } from '../values/own-property.ts';

/** Why a schema cannot be used. `path` is the place inside it, where known. */
export interface SchemaFault {
  readonly path: ValuePath;
  readonly message: string;
  readonly help?: string;
  /** Whether the dialect forbids the schema. Otherwise only this engine cannot use it. */
  readonly isForbidden?: boolean;
}

type Schema = Readonly<Record<string, unknown>>;

/** Where a schema contains schemas: as the value of a keyword, in its list, or as the values of its object. */
const ALONE = [
  ...['not', 'if', 'then', 'else', 'items', 'contains', 'additionalProperties', 'propertyNames'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
];
const LISTED = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const NAMED = [
  ...['properties', 'patternProperties', 'dependentSchemas', 'dependencies', 'dependentRequired'],
  ...['$defs', 'definitions'],
];

/** The keywords whose schemas apply to the same value as the schema itself. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependencies'];

/** Finds a `__proto__` key: the engine skips a property of this name, so its schema would check nothing. */
export function ignoredKey(schema: unknown, path: ValuePath = []): SchemaFault | undefined {
  if (!isObject(schema)) return undefined;
  const named = NAMED.find(
    (keyword) => isObject(schema[keyword]) && Object.hasOwn(schema[keyword], '__proto__'),
  );
  if (named !== undefined) {
    return {
      path: [...path, named, '__proto__'],
      message: 'a key `__proto__` of a schema would check nothing',
    };
  }
  for (const [below, inner] of inside(schema)) {
    const fault = ignoredKey(inner, [...path, ...below]);
    if (fault) return fault;
  }
  return undefined;
}

function* inside(schema: Schema, keywords?: readonly string[]): Generator<[path: ValuePath, inner: unknown]> {
  for (const keyword of keywords ?? Object.keys(schema)) {
    const value = schema[keyword];
    if (value === undefined) continue;
    if (ALONE.includes(keyword)) yield [[keyword], value];
    else if (LISTED.includes(keyword)) {
      for (const [index, inner] of (value as unknown[]).entries()) yield [[keyword, index], inner];
    } else if (NAMED.includes(keyword)) {
      for (const [key, inner] of Object.entries(value as object)) yield [[keyword, key], inner];
    }
  }
}

type Resolve = (reference: unknown) => { readonly schema: unknown; readonly path: ValuePath } | undefined;

/**
 * Makes a function that follows references into the schema itself. Undefined for any other reference, and if `$id`
 * changes what references mean.
 */
function resolverOf(root: Schema): Resolve {
  const hasOtherBase = hasId(root);
  return (reference) => {
    if (hasOtherBase || typeof reference !== 'string' || !/^#(\/|$)/.test(reference)) return undefined;
    let schema: unknown = root;
    const path: string[] = [];
    for (const step of reference.split('/').slice(1)) {
      const key = decode(step);
      if (key === undefined || typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, key))
        return undefined;
      schema = (schema as Record<string, unknown>)[key];
      path.push(key);
    }
    return { schema, path };
  };
}

function decode(step: string): string | undefined {
  try {
    return unescapeSegment(decodeURIComponent(step));
  } catch {
    return undefined;
  }
}

function hasId(schema: Schema): boolean {
  for (const [, inner] of inside(schema)) {
    if (isObject(inner) && (inner.$id !== undefined || hasId(inner))) return true;
  }
  return false;
}

/** Finds a `$ref` that leads back to its own schema without going into the value: nothing would ever be decided. */
export function endlessReference(root: Schema): SchemaFault | undefined {
  const resolve = resolverOf(root);
  const open = new Set<Schema>();
  const done = new Set<Schema>();
  return findIn(root, []);

  function findIn(schema: unknown, path: ValuePath): SchemaFault | undefined {
    if (!isObject(schema)) return undefined;
    let fault = follow(schema, path);
    for (const [below, inner] of inside(schema)) fault ??= findIn(inner, [...path, ...below]);
    return fault;
  }

  /** Visits all schemas that apply to the same value. */
  function follow(schema: unknown, path: ValuePath): SchemaFault | undefined {
    if (!isObject(schema) || done.has(schema)) return undefined;
    open.add(schema);
    const target = resolve(schema.$ref);
    if (isObject(target?.schema) && open.has(target.schema)) {
      return { path: [...path, '$ref'], message: '`$ref` leads back to itself, without end' };
    }
    let fault = target && follow(target.schema, target.path);
    for (const [below, inner] of inside(schema, IN_PLACE)) fault ??= follow(inner, [...path, ...below]);
    open.delete(schema);
    done.add(schema);
    return fault;
  }
}

/** Finds a schema that every value passes. Reports it only if that is certain. */
export function emptySchema(root: Schema): SchemaFault | undefined {
  const resolve = resolverOf(root);
  const proven = new Set<Schema>();
  for (let before = -1; proven.size > before; ) {
    before = proven.size;
    // a circular reference asserts nothing by itself; its other assertions are known in the next round
    if (asserts(root, new Set())) return undefined;
  }
  const help =
    'add `type`, `const`, `required`, `pattern` or the like; `format`, `title` and similar keywords only describe';
  return { path: [], message: 'every value is valid against this schema: it checks nothing', help };

  function asserts(schema: unknown, seen: Set<Schema>): boolean {
    if (!isObject(schema)) return schema === false || Array.isArray(schema);
    if (proven.has(schema)) return true;
    if (seen.has(schema)) return false;
    seen.add(schema);
    const found = Object.keys(schema).some((keyword) => assertsBy(keyword, schema, seen));
    if (found) proven.add(schema);
    return found;
  }

  function assertsBy(keyword: string, schema: Schema, seen: Set<Schema>): boolean {
    const value = schema[keyword];
    const inner = (each: unknown) => asserts(each, seen);
    switch (keyword) {
      case 'minLength':
      case 'minItems':
      case 'minProperties':
        return value !== 0;
      case 'uniqueItems':
        return value === true;
      case 'required':
        return (value as unknown[]).length > 0;
      case 'dependentRequired':
        return Object.values(value as object).some((names) => names.length > 0);
      case 'properties':
      case 'patternProperties':
      case 'dependentSchemas':
      case 'dependencies':
        return Object.values(value as object).some(inner);
      case 'allOf':
      case 'prefixItems':
        return (value as unknown[]).some(inner);
      case 'anyOf':
        return (value as unknown[]).every(inner);
      case 'oneOf':
        return (value as unknown[]).length > 1 || (value as unknown[]).some(inner);
      case 'items':
      case 'additionalProperties':
      case 'propertyNames':
      case 'unevaluatedItems':
      case 'unevaluatedProperties':
        return inner(value);
      case 'if':
        return inner(schema.then) || inner(schema.else);
      case '$ref': {
        const target = resolve(value);
        return target === undefined || inner(target.schema);
      }
      default:
        return !SILENT.has(keyword);
    }
  }
}

/** Keywords that assert nothing by themselves. */
const SILENT = new Set([
  ...['$schema', '$id', '$anchor', '$dynamicAnchor', '$vocabulary', '$comment', '$defs', 'definitions'],
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['format', 'contentEncoding', 'contentMediaType', 'contentSchema'],
  ...['then', 'else', 'minContains', 'maxContains'],
]);
