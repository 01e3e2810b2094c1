import { isObject, setOwn } from '../values/own-property.ts';
import { cloneJson } from './clone.ts';
import { asRead, ExactNumber } from './decimal.ts';
import type { Journal } from './journal.ts';
import { formatPath, type KeySegment, type Path } from './path.ts';
import { show } from './show.ts';

/**
 * Returns the value at a path, or undefined. Only own members are reached: `length`, `__proto__` and other members
 * that JavaScript adds to every value do not exist.
 */
export function getAt(value: unknown, path: Path): unknown {
  let at = value;
  for (let depth = 0; depth < path.length; depth++) {
    at = member(at, path[depth] as KeySegment);
    if (at === undefined) return undefined;
  }
  return at;
}

function member(container: unknown, { key, index }: KeySegment): unknown {
  if (typeof container !== 'object' || container === null) return undefined;
  if (Array.isArray(container)) return index === undefined ? undefined : container[index];
  const value = (container as Record<string, unknown>)[key];
  // inherited members are functions or the prototype; checking every key with `hasOwn` is slower
  const maybeInherited = typeof value === 'function' || key === '__proto__';
  return maybeInherited && !Object.hasOwn(container, key) ? undefined : value;
}

/** Why a change is impossible. The failed step has changed nothing. */
export class AccessFault {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/**
 * Returns why a path cannot lead anywhere: it goes through a value that is no object, or through a list by something
 * else than an index. Undefined if it leads to a value, or the value is only missing; null counts as missing.
 */
export function obstacleAt(root: unknown, path: Path): AccessFault | undefined {
  let container = root;
  for (let depth = 0; depth < path.length; depth++) {
    if (container === undefined || container === null) return undefined;
    const fault = cannotHold(container, path, depth);
    if (fault) return fault;
    container = member(container, path[depth] as KeySegment);
  }
  return undefined;
}

/**
 * Sets a copy of the value at a path of a world, in place. Missing objects on the path are created. A path through a
 * scalar, or beyond the end of a list, is a fault. Setting the index after the last element extends the list. After a
 * fault, roll the journal back.
 * Spec (scenario worlds): "Dotted paths".
 */
export function setAt(root: unknown, path: Path, value: unknown, journal?: Journal): AccessFault | undefined {
  const container = containerOf(root, path, journal);
  if (container instanceof AccessFault) return container;
  return put(container, path, path.length - 1, cloneJson(value), journal);
}

/** Appends a copy of the value to the list at a path; a missing list is created. */
export function appendAt(
  root: unknown,
  path: Path,
  value: unknown,
  journal: Journal | undefined,
): AccessFault | undefined {
  const list = getAt(root, path);
  if (list === undefined) return setAt(root, path, [value], journal);
  if (!Array.isArray(list)) {
    return new AccessFault(`\`${formatPath(path)}\` is ${show(asRead(list))}, not a list to append to`);
  }
  list.push(cloneJson(value));
  journal?.note(() => list.pop());
  return undefined;
}

/** Removes the value at a path, which may be an element of a list. A missing value is not a fault. */
export function removeAt(root: unknown, path: Path, journal?: Journal): AccessFault | undefined {
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

function removeMember(container: unknown, segment: KeySegment, value: unknown, journal?: Journal): void {
  if (Array.isArray(container)) {
    const index = segment.index as number;
    container.splice(index, 1);
    journal?.note(() => container.splice(index, 0, value));
  } else {
    const object = container as Record<string, unknown>;
    if (journal) journal.remove(object, segment.key, value);
    else delete object[segment.key];
  }
}

/** Returns the object or list that contains the last segment of a path, created if missing; or a fault. */
function containerOf(root: unknown, path: Path, journal?: Journal): unknown {
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
  return container;
}

function put(
  container: unknown,
  path: Path,
  depth: number,
  value: unknown,
  journal: Journal | undefined,
): AccessFault | undefined {
  const fault = cannotHold(container, path, depth);
  if (fault) return fault;
  const segment = path[depth] as KeySegment;
  if (Array.isArray(container))
    return putElement(container, segment.index as number, value, path, depth, journal);
  const object = container as Record<string, unknown>;
  const { key } = segment;
  if (journal) {
    const before = member(object, segment);
    // a key without a value was removed by an earlier effect of the same call
    const isNew = before === undefined && !Object.hasOwn(object, key);
    journal.note(() => {
      if (isNew) delete object[key];
      else setOwn(object, key, before);
    });
  }
  setOwn(object, key, value);
  return undefined;
}

function putElement(
  list: unknown[],
  index: number,
  value: unknown,
  path: Path,
  depth: number,
  journal: Journal | undefined,
): AccessFault | undefined {
  const { length } = list;
  if (index > length) {
    return new AccessFault(
      `\`${formatPath(path.slice(0, depth))}\` has ${length} elements, so \`[${index}]\` is beyond its end`,
    );
  }
  const before = list[index];
  list[index] = value;
  journal?.note(() => {
    if (index === length) list.length = length;
    else list[index] = before;
  });
  return undefined;
}

/**
 * Returns why the value at the first `depth` segments cannot contain the next one: it is a scalar, or a list and the
 * segment is not an index.
 */
function cannotHold(container: unknown, path: Path, depth: number): AccessFault | undefined {
  const segment = path[depth] as KeySegment;
  const isList = Array.isArray(container);
  const isScalar = !isObject(container) || container instanceof ExactNumber;
  if (isList ? segment.index !== undefined : !isScalar) return undefined;
  const where = () => `\`${formatPath(path.slice(0, depth))}\``;
  if (isList) return new AccessFault(`${where()} is a list, and \`${segment.key}\` is not an index`);
  return new AccessFault(`${where()} is ${show(asRead(container))}, which has no members`);
}
