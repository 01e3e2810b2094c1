import type { SourceDocument } from '../../documents/source-document.ts';
import { InputError } from '../../errors.ts';
import { isObject } from '../../values/own-property.ts';

/**
 * Refuses the output of `mocha --reporter json`. Its entries have no status, so it would look like our own format with
 * every entry broken.
 * @throws InputError
 */
export function refuseMochaJson({ file, value, locate }: SourceDocument): void {
  if (!isObject(value) || !['stats', 'tests', 'failures', 'passes'].every((key) => key in value)) return;
  throw new InputError({
    file,
    position: locate([]),
    message: 'is the JSON of Mocha, which is not supported',
    help: 'write JUnit XML: `mocha --reporter xunit --reporter-options output=junit.xml`',
  });
}
