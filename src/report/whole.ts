import { InputError } from '../errors.ts';

/**
 * Joins the parts of a report into one string, which is written as a whole or not at all.
 * @throws InputError when the result exceeds the longest string, about half a billion characters
 */
export function joinWhole(parts: readonly string[]): string {
  try {
    return parts.join('');
  } catch (error) {
    // joining strings fails only when the result is too long
    if (!(error instanceof RangeError)) throw error;
    throw new InputError({
      message: 'the report is too long: it exceeds half a billion characters',
      help: 'split the input into several files',
    });
  }
}
