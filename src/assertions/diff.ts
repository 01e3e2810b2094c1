import { isObject, own } from '../values/own-property.ts';
import { isDeepEqual } from './deep-equal.ts';
import { keyText } from './path.ts';

/** A leaf that differs. If one side has no value there, its member is absent. */
export interface Change {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * Returns the differences between two JSON values, leaf by leaf, in the order of the paths: keys by code unit, list
 * indexes by number. An absent side counts as an empty object or list, so a new object shows its leaves. An empty
 * object or list is itself a leaf. If the kinds differ (a number became a list), both sides are shown whole. A
 * subtree that both sides share is skipped.
 * Spec (scenario worlds): "World".
 */
export function diffJson(before: unknown, after: unknown): Change[] {
  const changes: Change[] = [];
  eachChange(before, after, (change) => changes.push(change));
  return changes;
}

/**
 * Called with a leaf that differs, and the keys and indexes of its path: the text of a very deep path does not parse.
 * The walk reuses `keys`: copy it to keep it.
 */
export type ChangeVisitor = (change: Change, keys: readonly string[]) => void;

/** Calls `visit` for each change of {@link diffJson}. */
export function eachChange(before: unknown, after: unknown, visit: ChangeVisitor): void {
  walk(before, after, '', [], visit);
}

function walk(before: unknown, after: unknown, path: string, keys: string[], visit: ChangeVisitor): void {
  if (before === after) return;
  const left = before === undefined ? emptyLike(after) : before;
  const right = after === undefined ? emptyLike(before) : after;
  if (Array.isArray(left) && Array.isArray(right)) {
    for (let index = 0; index < Math.max(left.length, right.length); index++) {
      step(String(index), left[index], right[index], `${path}[${index}]`);
    }
  } else if (isObject(left) && isObject(right)) {
    const added = Object.keys(right).filter((key) => !Object.hasOwn(left, key));
    for (const key of [...Object.keys(left), ...added].sort()) {
      step(key, own(left, key), own(right, key), path + keyText(key, path === ''));
    }
  } else if (!isDeepEqual(left, right)) {
    const sides = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
    visit({ path, ...sides }, keys);
  }

  function step(key: string, was: unknown, is: unknown, at: string): void {
    keys.push(key);
    walk(was, is, at, keys, visit);
    keys.pop();
  }
}

/**
 * Returns what an absent side counts as. Compared with an empty object or list it stays absent, or the change would
 * not show.
 */
function emptyLike(other: unknown): unknown {
  if (Array.isArray(other)) return other.length > 0 ? [] : undefined;
  return isObject(other) && Object.keys(other).length > 0 ? {} : undefined;
}
