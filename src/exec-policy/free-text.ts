import type { Schema } from '../assertions/schema-reference.ts';
import { isObject, own } from '../values/own-property.ts';
import { referencesOf, UnreadableSchema } from './schema-walk.ts';

/** The deepest nesting of branches. No author nests them deeper. */
const DEEPEST = 100;

/**
 * Whether a schema accepts any text, or a list of any texts: it does not list its values or require another type. If
 * one of several branches accepts any text, the schema does.
 * @param root the whole schema, in which references are resolved
 * @throws UnreadableSchema when a reference cannot be resolved, or branches nest too deep
 */
export function takesFreeText(schema: unknown, root: unknown): boolean {
  // judge each schema once: an untrusted schema can share parts so that the paths through it grow exponentially
  const known = new Map<Schema, boolean>();
  const isFree = (each: unknown, depth: number): boolean => {
    if (!isObject(each)) return each !== false;
    if (depth > DEEPEST) throw new UnreadableSchema('it nests too deep');
    const before = known.get(each);
    if (before !== undefined) return before;
    // assume that a recursive schema accepts any text until another part shows that it does not
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
