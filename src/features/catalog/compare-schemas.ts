import { isDeepEqual } from '../../assertions/deep-equal.ts';
import { resolveReference, type Schema } from '../../assertions/schema-reference.ts';
import { isObject, own } from '../../values/own-property.ts';
import { compareValues, KEYWORDS, type KeywordChange, UNJUDGED, unclear } from './compare-keywords.ts';
import type { SchemaChange } from './schema-change.ts';

/** The most pairs of schemas that are compared: references of a stranger's schema can make endless many. */
const MOST_PAIRS = 50_000;

/**
 * Lists how two JSON Schemas differ. Follows references inside each schema. What cannot be judged is `unclear`, never
 * passed over; a keyword that JSON Schema does not know changes nothing.
 */
export function compareSchemas(before: unknown, after: unknown): readonly SchemaChange[] {
  if (isDeepEqual(before, after)) return [];
  return new Comparison(before, after).run();
}

/** Two schemas at one place. */
interface Pair {
  readonly before: unknown;
  readonly after: unknown;
  readonly at: string;
}

class Comparison {
  readonly #changes: SchemaChange[] = [];
  readonly #before: unknown;
  readonly #after: unknown;
  readonly #seen = new Map<unknown, Set<unknown>>();
  /** A queue, no recursion: references make schemas deeper than the stack. */
  readonly #pairs: Pair[] = [];

  constructor(before: unknown, after: unknown) {
    this.#before = before;
    this.#after = after;
  }

  run(): readonly SchemaChange[] {
    this.#enqueue(this.#before, this.#after, '');
    for (let index = 0; index < this.#pairs.length; index++) {
      if (index === MOST_PAIRS) {
        this.#add('', { effect: 'unclear', message: 'is too complex to compare as a whole' });
        break;
      }
      this.#compare(this.#pairs[index] as Pair);
    }
    return this.#changes;
  }

  #enqueue(before: unknown, after: unknown, at: string): void {
    this.#pairs.push({ before, after, at });
  }

  #compare({ before, after, at }: Pair): void {
    const [was, is] = [follow(before, this.#before), follow(after, this.#after)];
    if (was === undefined || is === undefined) {
      if (!isDeepEqual(before, after)) this.#add(at, unclear(before, after, 'schema'));
      return;
    }
    if (was === false || is === false) {
      if (was !== is) this.#add(at, acceptsNothing(is === false));
      return;
    }
    if (!this.#isNew(was, is)) return;
    for (const keyword of new Set([...Object.keys(was), ...Object.keys(is)])) {
      this.#compareKeyword(keyword, was, is, at);
    }
    for (const change of compareValues(valuesOf(was), valuesOf(is))) this.#add(at, change);
  }

  #compareKeyword(keyword: string, was: Schema, is: Schema, at: string): void {
    const [before, after] = [own(was, keyword), own(is, keyword)];
    const compare = own(KEYWORDS, keyword) as (typeof KEYWORDS)[string] | undefined;
    if (keyword === 'properties') this.#compareProperties(before, after, is, at);
    else if (keyword === 'required') this.#compareRequired(before, after, is, at);
    else if (keyword === 'additionalProperties')
      this.#enqueue(before ?? true, after ?? true, placeOf(at, '*'));
    else if (keyword === 'items' && !Array.isArray(before) && !Array.isArray(after))
      this.#enqueue(before ?? true, after ?? true, `${at}[]`);
    else if (LISTS.includes(keyword)) this.#compareList(keyword, before, after, at);
    else if (isDeepEqual(before, after)) return;
    else if (keyword === 'enum' && !isListOrAbsent(before, after))
      this.#add(at, unclear(before, after, keyword));
    else if (compare) for (const change of compare(before, after, keyword)) this.#add(at, change);
    else if (keyword === 'items' || UNJUDGED.includes(keyword))
      this.#add(at, unclear(before, after, keyword));
  }

  #compareProperties(before: unknown, after: unknown, is: Schema, at: string): void {
    const [was, now] = [before ?? {}, after ?? {}];
    if (!isObject(was) || !isObject(now)) {
      this.#add(at, unclear(before, after, 'properties'));
      return;
    }
    const required = new Set(namesIn(is.required));
    for (const name of new Set([...Object.keys(was), ...Object.keys(now)])) {
      const place = placeOf(at, name);
      if (!Object.hasOwn(now, name)) this.#add(place, { effect: 'removed', message: 'was removed' });
      else if (Object.hasOwn(was, name)) this.#enqueue(was[name], now[name], place);
      else if (!required.has(name)) this.#add(place, { effect: 'added', message: 'was added' });
    }
  }

  #compareRequired(before: unknown, after: unknown, is: Schema, at: string): void {
    const [was, now] = [new Set(namesIn(before)), new Set(namesIn(after))];
    for (const name of now) {
      if (!was.has(name)) this.#add(placeOf(at, name), { effect: 'narrower', message: 'is now required' });
    }
    const left = isObject(is.properties) ? is.properties : {};
    for (const name of was) {
      // a property that is gone is reported as that
      if (!now.has(name) && Object.hasOwn(left, name))
        this.#add(placeOf(at, name), { effect: 'wider', message: 'is no longer required' });
    }
  }

  /** Compares lists of schemas one by one. A list of another length cannot be judged, save for alternatives. */
  #compareList(keyword: string, before: unknown, after: unknown, at: string): void {
    if (!Array.isArray(before) || !Array.isArray(after)) {
      if (!isDeepEqual(before, after)) this.#add(at, unclear(before, after, keyword));
    } else if (before.length === after.length) {
      for (const [index, each] of before.entries())
        this.#enqueue(each, after[index], keyword === 'prefixItems' ? `${at}[${index}]` : at);
    } else this.#add(at, alternatives(keyword, before, after));
  }

  /** Whether this pair was not compared before: schemas may refer to themselves. */
  #isNew(was: unknown, is: unknown): boolean {
    const others = this.#seen.get(was) ?? new Set();
    this.#seen.set(was, others);
    if (others.has(is)) return false;
    others.add(is);
    return true;
  }

  #add(at: string, change: KeywordChange): void {
    this.#changes.push({ at, ...change });
  }
}

/** The place of a member, in the way of {@link SchemaChange.at}; `*` is any property that is not listed. */
function placeOf(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

function isListOrAbsent(...values: readonly unknown[]): boolean {
  return values.every((value) => value === undefined || Array.isArray(value));
}

/** The keywords that hold a list of schemas. */
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];

/** Compares lists of alternatives of which one has more than the other. */
function alternatives(keyword: string, before: readonly unknown[], after: readonly unknown[]): KeywordChange {
  const isIn = (list: readonly unknown[]) => (value: unknown) =>
    list.some((each) => isDeepEqual(each, value));
  const grows = before.every(isIn(after));
  const shrinks = after.every(isIn(before));
  if (keyword !== 'anyOf' || grows === shrinks) return unclear(before, after, keyword);
  return grows
    ? { effect: 'wider', message: 'has another alternative in `anyOf`' }
    : { effect: 'narrower', message: 'has fewer alternatives in `anyOf`' };
}

function acceptsNothing(isNow: boolean): KeywordChange {
  return isNow
    ? { effect: 'narrower', message: 'is no longer accepted at all' }
    : { effect: 'wider', message: 'is now accepted' };
}

/**
 * Follows references to an object, or false; `true` is an object without keywords. Undefined if that is not possible:
 * the reference leads nowhere, in a circle, or has keywords next to it.
 */
function follow(schema: unknown, root: unknown): Schema | false | undefined {
  let at = schema;
  for (let step = 0; step < 100; step++) {
    if (at === true) return {};
    if (at === false) return false;
    if (!isObject(at)) return undefined;
    if (typeof at.$ref !== 'string') return at;
    const beside = Object.keys(at).filter((key) => key !== '$ref' && !BESIDE_REFERENCES.includes(key));
    if (beside.length > 0) return undefined;
    at = resolveReference(at.$ref, root);
  }
  return undefined;
}

/** The keywords that may stand next to a reference without a condition of their own. */
const BESIDE_REFERENCES = [
  'title',
  'description',
  '$comment',
  'examples',
  'deprecated',
  '$schema',
  '$id',
  '$defs',
  'definitions',
];

/** Returns the values that `enum` and `const` allow; undefined allows all. */
function valuesOf(schema: Schema): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function namesIn(required: unknown): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
