import { isObject, own } from '../values/own-property.ts';
import { isDeepEqual } from './deep-equal.ts';
import { keyText } from './path.ts';

/** One leaf that differs. A side without a value there has no such member. */
export interface Change {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * What differs between two JSON values, leaf by leaf, in the order of the paths: keys by code unit, list indexes
 * by number. A side that is absent counts as an empty object or list, so an object that is new shows its leaves;
 * an empty object or list is a leaf itself. Where the kinds differ (a number became a list) both sides are shown
 * whole. A subtree that both sides share is skipped. Source: "World" of the scenario harness.
 */
export function diffJson(before: unknown, after: unknown): Change[] {
  const changes: Change[] = [];
  eachChange(before, after, (change) => changes.push(change));
  return changes;
}

/**
 * Told of a leaf that differs, and of the keys and indexes that lead there: a text that is deep enough does not
 * parse. The keys are those of the walk, which goes on: take a copy to keep them.
 */
export type ChangeVisitor = (change: Change, keys: readonly string[]) => void;

/** The changes of {@link diffJson}, one by one. */
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

/** What an absent side counts as; beside an empty object or list it stays absent, or the change would not show. */
function emptyLike(other: unknown): unknown {
  if (Array.isArray(other)) return other.length > 0 ? [] : undefined;
  return isObject(other) && Object.keys(other).length > 0 ? {} : undefined;
}
