import type { HostEntry } from '../../../net/hosts.ts';

/**
 * A name in the rules, and hosts that stand for it and for all below it. The most specific name that a host has at its
 * end tells which entries match it, since the names of hosts form a tree.
 */
export interface HostClass {
  readonly name: string;
  /** A host below the name, and below no other name of the rules that is longer. */
  readonly below: string;
}

/** A query with more comparisons takes longer than grouping by host. */
const MOST_CLASSES = 64;

/** A host that stands for all that no entry matches. */
export const OTHER_HOST = 'other.invalid';

/** Returns the names in the rules, the longest first; undefined when there are too many. */
export function hostClasses(entries: readonly HostEntry[]): readonly HostClass[] | undefined {
  const names = [...new Set(entries.map(({ name }) => name))].sort(
    (a, b) => b.length - a.length || (a < b ? -1 : 1),
  );
  // a rule on this very name, or on what is above it, would match what stands for the others
  const isTaken = names.some((name) => name === OTHER_HOST || OTHER_HOST.endsWith(`.${name}`));
  if (names.length > MOST_CLASSES || isTaken) return undefined;
  return names.map((name) => ({ name, below: belowOf(name, names) }));
}

function belowOf(name: string, names: readonly string[]): string {
  let label = 'x';
  while (names.includes(`${label}.${name}`)) label += 'x';
  return `${label}.${name}`;
}
