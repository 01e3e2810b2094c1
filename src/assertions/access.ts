import { cloneJson } from './clone.ts';
import { isObject, setOwn } from './own-property.ts';
import { formatPath, type KeySegment, type Path } from './path.ts';
import { show } from './show.ts';

/**
 * The value at a path, or undefined when there is none. Only own members are reached: `length`, `__proto__` and
 * whatever else JavaScript lends to every value do not exist.
 */
export function getAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const segment of path) {
    at = member(at, segment);
    if (at === undefined) return undefined;
  }
  return at;
}

function member(container: unknown, { key, index }: KeySegment): unknown {
  if (Array.isArray(container)) return index === undefined ? undefined : container[index];
  return isObject(container) && Object.hasOwn(container, key) ? container[key] : undefined;
}

/** Why a change is impossible; nothing was changed by the step that failed. */
export interface AccessFault {
  readonly message: string;
}

/** How to take back what was changed since the journal was empty, latest change last. */
export type Journal = (() => void)[];

/** Takes back every change in the journal, so that the effects of one call are all or none. */
export function rollBack(journal: Journal): void {
  while (journal.length > 0) journal.pop()?.();
}

/**
 * Sets the value at a path of a world, in place; the world gets a copy. Missing objects on the way are created;
 * a path through a scalar, or beyond the end of a list, is a fault. Setting the index behind the last element
 * makes the list longer. After a fault call {@link rollBack}. Source: "Dotted paths" of the scenario world.
 */
export function setAt(root: unknown, path: Path, value: unknown, journal: Journal): AccessFault | undefined {
  const parent = containerOf(root, path, journal);
  return isFault(parent) ? parent : put(parent.container, path, path.length - 1, cloneJson(value), journal);
}

/** Adds a copy of the value to the end of the list at a path; a missing list is created. */
export function appendAt(
  root: unknown,
  path: Path,
  value: unknown,
  journal: Journal,
): AccessFault | undefined {
  const list = getAt(root, path);
  if (list === undefined) return setAt(root, path, [value], journal);
  if (!Array.isArray(list)) {
    return { message: `\`${formatPath(path)}\` holds ${show(list)}, which is no list to append to` };
  }
  list.push(cloneJson(value));
  journal.push(() => list.pop());
  return undefined;
}

/** Removes what is at a path, an element of a list included; what is missing need not be removed. */
export function removeAt(root: unknown, path: Path, journal: Journal): AccessFault | undefined {
  let container = root;
  for (const [depth, segment] of path.entries()) {
    const fault = cannotHold(container, path, depth);
    if (fault) return fault;
    const value = member(container, segment);
    if (value === undefined) return undefined;
    if (depth === path.length - 1) removeMember(container, segment, value, journal);
    container = value;
  }
  return undefined;
}

function removeMember(container: unknown, segment: KeySegment, value: unknown, journal: Journal): void {
  if (Array.isArray(container)) {
    const index = segment.index as number;
    container.splice(index, 1);
    journal.push(() => container.splice(index, 0, value));
  } else {
    const object = container as Record<string, unknown>;
    delete object[segment.key];
    journal.push(() => setOwn(object, segment.key, value));
  }
}

/** The object or list that holds the last segment of a path, created where it is missing. */
function containerOf(root: unknown, path: Path, journal: Journal): { container: unknown } | AccessFault {
  let container = root;
  for (let depth = 0; depth < path.length - 1; depth++) {
    let next = member(container, path[depth] as KeySegment);
    if (next === undefined) {
      next = {};
      const fault = put(container, path, depth, next, journal);
      if (fault) return fault;
    }
    container = next;
  }
  return { container };
}

function put(
  container: unknown,
  path: Path,
  depth: number,
  value: unknown,
  journal: Journal,
): AccessFault | undefined {
  const fault = cannotHold(container, path, depth);
  if (fault) return fault;
  const segment = path[depth] as KeySegment;
  if (Array.isArray(container))
    return putElement(container, segment.index as number, value, path, depth, journal);
  const object = container as Record<string, unknown>;
  const { key } = segment;
  const before = member(object, segment);
  setOwn(object, key, value);
  journal.push(() => {
    if (before === undefined) delete object[key];
    else setOwn(object, key, before);
  });
  return undefined;
}

function putElement(
  list: unknown[],
  index: number,
  value: unknown,
  path: Path,
  depth: number,
  journal: Journal,
): AccessFault | undefined {
  const { length } = list;
  if (index > length) {
    return {
      message: `\`${formatPath(path.slice(0, depth))}\` has ${length} elements, and none at \`[${index}]\``,
    };
  }
  const before = list[index];
  list[index] = value;
  journal.push(() => {
    if (index === length) list.length = length;
    else list[index] = before;
  });
  return undefined;
}

/** Why the value at the first `depth` segments cannot hold the next one: it is a scalar, or a list and no index. */
function cannotHold(container: unknown, path: Path, depth: number): AccessFault | undefined {
  const where = () => `\`${formatPath(path.slice(0, depth))}\``;
  const segment = path[depth] as KeySegment;
  if (Array.isArray(container)) {
    if (segment.index !== undefined) return undefined;
    return { message: `${where()} is a list, and \`${segment.key}\` is no index` };
  }
  if (isObject(container)) return undefined;
  return { message: `${where()} holds ${show(container)}, which has no members` };
}

function isFault(result: { container: unknown } | AccessFault): result is AccessFault {
  return 'message' in result;
}
