/** As in files: no honest answer nests deeper, and what would exhaust the stack is an error of the server instead. */
const DEEPEST = 500;

/** Whether a JSON value nests deeper than any is read. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= DEEPEST; depth++) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}
