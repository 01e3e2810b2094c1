import { parseJson } from '../../documents/json.ts';
import { validate } from '../../documents/validate.ts';
import type { Pins } from './model.ts';
import { pinsSchema } from './schema.ts';

/** Reads a lock. @throws InputError when it is damaged: a damaged lock must not count as a missing one */
export function readPins(text: string, file: string): Pins {
  const document = parseJson(text, file);
  validate(pinsSchema, document);
  // as the file has it: the schema leaves out a key named `__proto__`
  return document.value as Pins;
}
