import type { ValuePath } from '../diagnostic.ts';
import { InputError } from '../errors.ts';
import type { SourceDocument } from './source-document.ts';

/**
 * Reads a value inside a document as a document of its own. Problems name the path in the whole document.
 * @throws InputError as `read` does
 */
export function readPart<T>(
  document: SourceDocument,
  path: ValuePath,
  value: unknown,
  read: (part: SourceDocument) => T,
): T {
  if (path.length === 0) return read(document);
  const { file, locate } = document;
  try {
    return read({ file, value, locate: (below, at) => locate([...path, ...below], at) });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(
      error.diagnostics.map((found) => (found.path ? { ...found, path: [...path, ...found.path] } : found)),
    );
  }
}
