import { withoutNoNumbers } from '../../documents/no-numbers.ts';
import { InputError } from '../../errors.ts';
import type { Notes } from './events/notes.ts';

/**
 * Parses a text of a recording. What Python writes for floats that are no numbers (`NaN`) is read as null, with a note: it
 * stands among scores and settings, and to refuse it would refuse the logs of whole programs.
 * @throws what `parse` throws
 */
export function parseNoting<T>(text: string, notes: Notes, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (error) {
    const plain = error instanceof InputError ? withoutNoNumbers(text) : undefined;
    if (!plain) throw error;
    const parsed = parse(plain.text);
    notes.addAll('no-numbers', plain.count, []);
    return parsed;
  }
}
