import { isDeepEqual } from './deep-equal.ts';
import { isObject } from './own-property.ts';
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
  collect(before, after, '', changes);
  return changes;
}

function collect(before: unknown, after: unknown, path: string, changes: Change[]): void {
  if (before === after) return;
  const left = before === undefined ? emptyLike(after) : before;
  const right = after === undefined ? emptyLike(before) : after;
  if (Array.isArray(left) && Array.isArray(right)) {
    for (let index = 0; index < Math.max(left.length, right.length); index++) {
      collect(left[index], right[index], `${path}[${index}]`, changes);
    }
  } else if (isObject(left) && isObject(right)) {
    const keys = Object.keys(right).filter((key) => !Object.hasOwn(left, key));
    for (const key of [...Object.keys(left), ...keys].sort()) {
      collect(own(left, key), own(right, key), path + keyText(key, path === ''), changes);
    }
  } else if (!isDeepEqual(left, right)) {
    changes.push({
      path,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    });
  }
}

/** What an absent side counts as; beside an empty object or list it stays absent, or the change would not show. */
function emptyLike(other: unknown): unknown {
  if (Array.isArray(other)) return other.length > 0 ? [] : undefined;
  return isObject(other) && Object.keys(other).length > 0 ? {} : undefined;
}

function own(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
