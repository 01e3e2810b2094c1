import { type Document, isAlias, isCollection, isMap, isNode, isScalar, type Node } from 'yaml';
import type { ValuePath } from '../diagnostic.ts';
import { scalarText } from '../values/scalar-text.ts';

/**
 * Returns the offset of the value at a path, or of its key. If the path leads nowhere, the offset of the nearest
 * enclosing value.
 */
export function offsetOf(document: Document.Parsed, path: ValuePath, at: 'key' | 'value' = 'value'): number {
  let node: unknown = document.contents;
  let [keyOffset, valueOffset] = [0, document.contents?.range[0] ?? 0];
  for (const segment of path) {
    const member = memberOf(document, node, segment);
    if (!member) break;
    const { key, value } = member;
    node = value;
    keyOffset = key.range?.[0] ?? keyOffset;
    valueOffset = value?.range?.[0] ?? keyOffset;
  }
  return at === 'key' ? keyOffset : valueOffset;
}

/** Returns the keys of the mapping at a path, in the order of the file; empty if there is no mapping. */
export function keysAt(document: Document.Parsed, path: ValuePath): string[] {
  let node: unknown = document.contents;
  for (const segment of path) node = memberOf(document, node, segment)?.value;
  const mapping = resolved(document, node);
  return isMap(mapping) ? mapping.items.flatMap(({ key }) => keyOf(key) ?? []) : [];
}

function memberOf(
  document: Document.Parsed,
  node: unknown,
  segment: string | number,
): { readonly key: Node; readonly value: Node | null } | undefined {
  const container = resolved(document, node);
  if (!isCollection(container)) return undefined;
  if (isMap(container)) return container.items.find(({ key }) => keyOf(key) === segment) as never;
  const item = container.items[segment as number] as Node | undefined;
  return item && { key: item, value: item };
}

function resolved(document: Document.Parsed, node: unknown): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

/** Returns a key as text; undefined if it cannot be a JSON key. */
function keyOf(key: unknown): string | undefined {
  return isScalar(key) && key.value !== null ? scalarText(key.value) : undefined;
}

/** Returns the path of the value, or of its key, at an offset into the text. */
export function pathAt(document: Document.Parsed, offset: number): ValuePath {
  const path: (string | number)[] = [];
  const holds = (node: unknown) =>
    isNode(node) && node.range && node.range[0] <= offset && offset < node.range[1];
  for (let node: unknown = document.contents; isCollection(node); ) {
    if (!isMap(node)) {
      const index: number = node.items.findIndex(holds);
      if (index === -1) break;
      path.push(index);
      node = node.items[index];
      continue;
    }
    const pair = node.items.find(({ key, value }) => holds(key) || holds(value));
    if (!pair || !isScalar(pair.key)) break;
    path.push(scalarText(pair.key.value));
    if (holds(pair.key)) break;
    node = pair.value;
  }
  return path;
}

/**
 * Returns the offset of each key that occurred before in the same mapping. `1` and `"1"` are the same key, since an
 * object cannot contain both. The library would compare each key with every other, which took minutes for a seed of
 * 200,000 keys.
 */
export function repeatedKeys(root: unknown): number[] {
  const offsets: number[] = [];
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (!isCollection(node)) continue;
    const seen = new Set<string>();
    for (const item of node.items) {
      if (!isMap(node)) {
        pending.push(item);
        continue;
      }
      const { key, value } = item as { key: Node; value: unknown };
      pending.push(value ?? null);
      const text = keyOf(key);
      if (text === undefined) continue;
      if (seen.has(text)) offsets.push(key.range?.[0] ?? 0);
      seen.add(text);
    }
  }
  return offsets;
}
