import { InputError } from '../errors.ts';

/**
 * The parts of a report as one text, which is written whole or not at all.
 * @throws InputError when that is longer than a text may be, half a gigabyte
 */
export function joinWhole(parts: readonly string[]): string {
  try {
    return parts.join('');
  } catch (error) {
    // the one way in which a list of texts cannot be joined
    if (!(error instanceof RangeError)) throw error;
    throw new InputError({
      message: 'the report would be longer than a text may be',
      help: 'cut the input into several files',
    });
  }
}
