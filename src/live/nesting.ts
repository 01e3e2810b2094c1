/** The deepest nesting that is read, as in files. A deeper answer could exhaust the stack, so it is a server error. */
const DEEPEST = 500;

/** Whether a JSON value nests too deep to be read. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= DEEPEST; depth++) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}
