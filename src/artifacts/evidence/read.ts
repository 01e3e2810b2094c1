import { Contradictions } from '../../documents/contradictions.ts';
import { parseJson } from '../../documents/json.ts';
import type { Reading } from '../../documents/reading.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { validate } from '../../documents/validate.ts';
import type { FilesPort } from '../../ports.ts';
import {
  hasAnyKey,
  type JsonFormat,
  readJsonArtifact,
  refuseOtherKind,
  unrecognised,
} from '../json-artifact.ts';
import { findInconsistencies } from './consistency.ts';
import type { Evidence } from './model.ts';
import { evidenceSchema } from './schema.ts';

/** A file without any of these keys says nothing about a run. */
const TELLING_KEYS = ['schema_version', 'server_identity', 'grades', 'reproducible', 'unverifiable_origin'];

const FORMAT: JsonFormat<Evidence> = {
  name: 'mcptest evidence artifact',
  recognises: hasAnyKey(TELLING_KEYS),
  read: (document) => ({ value: validate(evidenceSchema, document), warnings: [] }),
};

/** Parses the text of a file that should be evidence. @throws InputError when it is not JSON */
export function parseEvidenceText(text: string, file: string): SourceDocument {
  if (/^\s*(?:[{[]|$)/.test(text)) return parseJson(text, file);
  const value = text.trimStart().slice(0, 100);
  throw unrecognised('evidence', { file, value, locate: () => ({ line: 1, column: 1 }) }, [FORMAT.name]);
}

/**
 * Reads a document as portable run evidence, even if its content is inconsistent: {@link findInconsistencies} checks that.
 * @throws InputError when it is not evidence, or is malformed
 */
export function parseEvidence(document: SourceDocument): Evidence {
  refuseOtherKind('evidence', document);
  if (!FORMAT.recognises(document.value)) throw unrecognised('evidence', document, [FORMAT.name]);
  return FORMAT.read(document).value;
}

/**
 * Reads portable run evidence for a gate. The gate relies on it, so inconsistent evidence is refused.
 * @throws InputError when the file is not evidence, or is inconsistent
 */
export function readEvidence(path: string, files: FilesPort): Reading<Evidence> {
  const document = parseEvidenceText(files.readText(path), path);
  const reading = readJsonArtifact('evidence', document, [FORMAT]);
  const contradictions = new Contradictions(document);
  for (const { path, message } of findInconsistencies(reading.value)) contradictions.add(path, message);
  contradictions.refuse();
  return reading;
}
