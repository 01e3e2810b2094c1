import { nestsDeeper } from '../values/nests-deeper.ts';

/** The deepest nesting that is read, as in files. A deeper answer could exhaust the stack, so it is a server error. */
const DEEPEST = 500;

/** Whether a JSON value nests too deep to be read. */
export function isTooDeep(value: unknown): boolean {
  return nestsDeeper(value, DEEPEST);
}
