import { parseJson } from '../../documents/json.ts';
import type { Reading } from '../../documents/reading.ts';
import type { FilesPort } from '../../ports.ts';
import { readJsonArtifact } from '../json-artifact.ts';
import { bareListFormat, canonicalFormat, namelessFormat } from './canonical.ts';
import type { SecurityScan } from './model.ts';
import { sarifFormat } from './sarif.ts';

const FORMATS = [sarifFormat, canonicalFormat, bareListFormat];

/**
 * Reads a security scan: a scan of mcptest, a list of findings from another scanner, or SARIF 2.1.0.
 * @throws InputError when the file is in none of these formats, contradicts itself, or contains no scan
 */
export function readSecurityScan(path: string, files: FilesPort): Reading<SecurityScan> {
  const document = parseJson(files.readText(path), path);
  const isKnown = FORMATS.some(({ recognises }) => recognises(document.value));
  const formats = !isKnown && namelessFormat.recognises(document.value) ? [namelessFormat] : FORMATS;
  return readJsonArtifact('security', document, formats);
}
