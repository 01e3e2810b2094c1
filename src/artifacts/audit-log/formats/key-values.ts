/** One `key=value`, the value bare or in double quotes with backslashes before quotes. */
const PAIR = /(?:^|\s)([A-Za-z_][\w.-]*)=(?:"((?:[^"\\]|\\.)*)"|(\S*))/g;

/** Reads the `key=value` pairs of a line. The first of a repeated key counts, as a value may imitate a pair. */
export function readKeyValues(line: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const [, key, quoted, bare] of line.matchAll(PAIR)) {
    if (key !== undefined && !pairs.has(key)) pairs.set(key, quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '');
  }
  return pairs;
}
