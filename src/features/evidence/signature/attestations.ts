import { parseJson } from '../../../documents/json.ts';
import { isJsonLines, parseJsonLines } from '../../../documents/json-lines.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';

/**
 * Parses the text of a bundle, or of attestations as JSON Lines, as `gh attestation download` writes them, into a list.
 * @throws InputError when the text, or a line of it, is not JSON
 */
export function parseAttestations(text: string, file: string): SourceDocument {
  return isJsonLines(text) ? parseJsonLines(text, file, 'nearest') : parseJson(text, file);
}
