import { isObject } from '../values/own-property.ts';

/** What a reference and a pattern count: the engine gives each a place of its own, and copies the list of all places. */
const HEAVY = 5;

const HEAVY_KEYS: readonly string[] = ['$ref', '$dynamicRef', 'pattern'];

/**
 * Counts the parts of a schema: objects, lists and booleans, wherever they are, since a reference may
 * make each of them a schema. A reference or a pattern counts as several.
 * @param most where to stop counting
 */
export function partsOf(schema: unknown, most: number): number {
  const waiting = [schema];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    count += 1 + heavyPartsOf(next) * HEAVY;
    // an object that YAML aliases share is counted each time: it is compiled each time
    for (const inner of Array.isArray(next) ? next : Object.values(Object(next))) {
      if (typeof inner === 'boolean' || (typeof inner === 'object' && inner !== null)) waiting.push(inner);
      if (count + waiting.length > most) return count + waiting.length;
    }
  }
  return count;
}

function heavyPartsOf(schema: unknown): number {
  if (!isObject(schema)) return 0;
  const { patternProperties } = schema;
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties).length : 0;
  return patterns + HEAVY_KEYS.filter((key) => typeof schema[key] === 'string').length;
}
