import { nearest } from '../text/nearest.ts';
import { isObject } from '../values/own-property.ts';
import { getAt } from './access.ts';
import { formatPath, type Path } from './path.ts';

/** Where a value comes from: the authored file, or, by `{ from_arg: ... }`, an argument of the call. */
export type ValueSource =
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'argument'; readonly path: Path; readonly text: string };

/** Returns the value; undefined if the call has no such argument. */
export function readSource(source: ValueSource, args: unknown): unknown {
  return source.kind === 'literal' ? source.value : getAt(args, source.path);
}

/** The most names that are searched for the nearest one: a recording may contain any number. */
const MOST_NAMES = 100;

/**
 * Returns the argument that was most likely meant by a path that leads nowhere, in backticks: `items[0].id` for
 * `items[0].uid`. Undefined if none is close.
 */
export function nearestArgument(path: Path, args: unknown): string | undefined {
  for (let depth = 0; depth < path.length; depth++) {
    const above = path.slice(0, depth);
    const [container, { key }] = [getAt(args, above), path[depth]!];
    if (getAt(args, path.slice(0, depth + 1)) !== undefined) continue;
    const names = isObject(container) ? Object.keys(container).slice(0, MOST_NAMES) : [];
    const near = nearest(key, names);
    return near === undefined ? undefined : `\`${formatPath([...above, { kind: 'key', key: near }])}\``;
  }
  return undefined;
}

/**
 * Explains a missing argument: `the argument \`qty\` is missing; the nearest argument of the call is \`quantity\``.
 * @param text the path as it is written
 */
export function explainMissing(path: Path, args: unknown, text: string = formatPath(path)): string {
  const near = nearestArgument(path, args);
  const hint = near === undefined ? '' : `; the nearest argument of the call is ${near}`;
  return `the argument \`${text}\` is missing${hint}`;
}
