import { unescapeSegment } from '../values/json-pointer.ts';
/** A JSON Schema that is an object. */
export type Schema = Readonly<Record<string, unknown>>;

/**
 * Resolves a reference of a JSON Schema inside the schema; undefined if it leads nowhere. Only JSON Pointers are
 * followed, not anchors or other files.
 * @param root the whole schema
 */
export function resolveReference(reference: string, root: unknown): unknown {
  const [, pointer] = /^#((?:\/.*)?)$/s.exec(reference) ?? [];
  if (pointer === undefined) return undefined;
  let at = root;
  for (const segment of pointer.split('/').slice(1)) {
    const key = unescapeSegment(unescapePercent(segment));
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? at[key as never] : undefined;
  }
  return at;
}

function unescapePercent(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
