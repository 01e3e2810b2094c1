import { InputError } from '../errors.ts';
import type { WholeNumbers } from './json-number.ts';
import { JsonPlaces } from './json-places.ts';
import type { PublicPart } from './public-part.ts';
import { readJson } from './read-json.ts';
import { positionAt, type SourceDocument } from './source-document.ts';

/**
 * Parses a JSON text. Stricter than `JSON.parse`: a key that occurs twice in one object, nesting beyond `MAX_DEPTH`
 * levels and a number too large for a double are errors too, each with line and column.
 * @param publicPart says which values must not appear in messages
 * @throws InputError
 */
export function parseJson(
  text: string,
  file: string,
  wholeNumbers?: WholeNumbers,
  publicPart?: PublicPart,
): SourceDocument {
  const read = readJson(text, wholeNumbers);
  if (read.fault) {
    const { offset, message, discreet, help, path } = read.fault;
    const position = positionAt(text, offset);
    const open = publicPart?.(path);
    throw new InputError(
      open
        ? { file, position, path: open, message: discreet, help }
        : { file, position, path, message, help },
    );
  }
  // positions are needed only when something is wrong, or to name the line of each rule
  const places = new JsonPlaces(text);
  return { file, value: read.value, locate: (path, at) => places.find(path, at) };
}
