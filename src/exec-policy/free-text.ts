import { isObject } from '../assertions/own-property.ts';
import { own, referencesOf, type Schema } from './schema-walk.ts';

/**
 * Whether a value may be any text, or a list of such: no list of values, no other type. One free branch is enough,
 * whatever the others list.
 * @param root the whole schema, which references lead into
 * @throws UnreadableSchema when a reference leads nowhere
 */
export function takesFreeText(schema: unknown, root: unknown, around: readonly Schema[] = []): boolean {
  if (!isObject(schema)) return schema !== false;
  // a schema that is its own part adds nothing to what it says elsewhere
  if (around.includes(schema)) return false;
  const isFree = (each: unknown) => takesFreeText(each, root, [...around, schema]);

  if (Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const')) return false;
  const types = [own(schema, 'type') ?? ['string', 'array']].flat();
  if (!types.includes('string') && !(types.includes('array') && holdsFreeText(schema, isFree))) return false;
  if (![...referencesOf(schema, root), ...listOf(schema, 'allOf')].every(isFree)) return false;
  return ['anyOf', 'oneOf'].every((keyword) => {
    const branches = listOf(schema, keyword);
    return branches.length === 0 || branches.some(isFree);
  });
}

function holdsFreeText(schema: Schema, isFree: (each: unknown) => boolean): boolean {
  const items = [own(schema, 'prefixItems'), own(schema, 'items')]
    .flat()
    .filter((each) => each !== undefined);
  return items.length === 0 || items.some(isFree);
}

function listOf(schema: Schema, keyword: string): readonly unknown[] {
  const list = own(schema, keyword);
  return Array.isArray(list) ? list : [];
}
