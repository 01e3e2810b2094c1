import { parseJson } from '../../documents/json.ts';
import type { Reading } from '../../documents/reading.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { InputError } from '../../errors.ts';
import type { FilesPort } from '../../ports.ts';
import { isObject } from '../../values/own-property.ts';
import { outline, readJsonArtifact, UnknownFormatError } from '../json-artifact.ts';
import { namelessFormat } from './canonical.ts';
import { SECURITY_FORMATS } from './formats.ts';
import type { SecurityScan } from './model.ts';
import { refuseSignOfFailure } from './signs-of-failure.ts';

/**
 * Reads a security scan: a scan of mcptest, the JSON of a known scanner, a list of findings, or SARIF 2.1.0.
 * @throws InputError when the file is in none of these formats, contradicts itself, or contains no complete scan
 */
export function readSecurityScan(path: string, files: FilesPort): Reading<SecurityScan> {
  const document = parseJson(files.readText(path), path);
  const { value } = document;
  if (Array.isArray(value) && value.length === 0) throw emptyList(document);
  if (!SECURITY_FORMATS.some(({ recognises }) => recognises(value))) {
    if (namelessFormat.recognises(value)) return readNameless(document);
    if (isObject(value) && Object.hasOwn(value, 'error')) refuseSignOfFailure(document, 0);
  }
  return readJsonArtifact('security', document, SECURITY_FORMATS);
}

/** Refuses an object that could be a scan, with the reason why it is not. It may be an artifact of another kind. */
function readNameless(document: SourceDocument): Reading<SecurityScan> {
  try {
    return readJsonArtifact('security', document, [namelessFormat]);
  } catch (error) {
    throw error instanceof InputError ? new UnknownFormatError(error.diagnostics) : error;
  }
}

/** The error for an empty list: gitleaks writes it for a clean scan, but so does any program that failed early. */
function emptyList({ file, value, locate }: SourceDocument): InputError {
  return new InputError({
    file,
    position: locate([]),
    message: `is not a security scan: found ${outline(value)}`,
    help: 'let the scanner write SARIF, which says what ran: gitleaks with `--report-format sarif`',
  });
}
