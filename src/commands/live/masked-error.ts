import { InputError } from '../../errors.ts';
import { shownTexts } from '../../inspection/shown-text.ts';
import type { Masker } from '../../values/masker.ts';

/** Returns an error to throw in place of another: without secrets, which a server may say again. Bugs stay as they are. */
export function maskedError(error: unknown, masker: Masker): unknown {
  return error instanceof InputError ? new InputError(shownTexts(masker.value(error.diagnostics))) : error;
}
