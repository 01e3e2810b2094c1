import type { Schema } from '../assertions/schema-reference.ts';
import { isObject, own } from '../values/own-property.ts';
import { referencesOf, UnreadableSchema } from './schema-walk.ts';

/** Branches within branches; no author nests them deeper. */
const DEEPEST = 100;

/**
 * Whether a value may be any text, or a list of such: no list of values, no other type. One free branch is enough,
 * whatever the others list.
 * @param root the whole schema, which references lead into
 * @throws UnreadableSchema when a reference leads nowhere, or branches nest without end
 */
export function takesFreeText(schema: unknown, root: unknown): boolean {
  // each schema is asked once: those of a stranger may share parts so that there are more ways than time
  const known = new Map<Schema, boolean>();
  const isFree = (each: unknown, depth: number): boolean => {
    if (!isObject(each)) return each !== false;
    if (depth > DEEPEST) throw new UnreadableSchema('it nests without end');
    const before = known.get(each);
    if (before !== undefined) return before;
    // what is a part of itself is taken for free until something else says that it is not
    known.set(each, true);
    const answer = saysNothingElse(each, root, (part) => isFree(part, depth + 1));
    known.set(each, answer);
    return answer;
  };
  return isFree(schema, 0);
}

function saysNothingElse(schema: Schema, root: unknown, isFree: (part: unknown) => boolean): boolean {
  if (Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const')) return false;
  const types = [own(schema, 'type') ?? ['string', 'array']].flat();
  if (!types.includes('string') && !(types.includes('array') && holdsFreeText(schema, isFree))) return false;
  if (![...referencesOf(schema, root), ...listOf(schema, 'allOf')].every(isFree)) return false;
  return ['anyOf', 'oneOf'].every((keyword) => {
    const branches = listOf(schema, keyword);
    return branches.length === 0 || branches.some(isFree);
  });
}

function holdsFreeText(schema: Schema, isFree: (part: unknown) => boolean): boolean {
  const items = [own(schema, 'prefixItems'), own(schema, 'items')]
    .flat()
    .filter((each) => each !== undefined);
  return items.length === 0 || items.some(isFree);
}

function listOf(schema: Schema, keyword: string): readonly unknown[] {
  const list = own(schema, keyword);
  return Array.isArray(list) ? list : [];
}
