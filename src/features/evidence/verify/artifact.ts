import type { Evidence } from '../../../artifacts/evidence/model.ts';
import { parseEvidence, parseEvidenceText } from '../../../artifacts/evidence/read.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { InputError } from '../../../errors.ts';
import { sha256 } from '../signature/digest.ts';

/** A file whose bytes were read once. The same bytes are parsed, hashed and compared with the signature. */
export interface Artifact {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** An artifact that is evidence. Its content may still be inconsistent. */
export interface EvidenceArtifact extends Artifact {
  readonly evidence: Evidence;
  /** Everything in the file, including fields that mcptest does not know. */
  readonly content: unknown;
  readonly locate: SourceDocument['locate'];
}

/** Hashes a file to verify. */
export function toArtifact(path: string, bytes: Uint8Array): Artifact {
  return { path, bytes, sha256: sha256(bytes) };
}

/**
 * Parses evidence to verify from bytes that were read once: a second reading might see another file.
 * @throws InputError when the file is not JSON, or is not evidence
 */
export function toEvidenceArtifact(path: string, bytes: Uint8Array): EvidenceArtifact {
  const artifact = toArtifact(path, bytes);
  const document = parseEvidenceText(toText(artifact), path);
  return { ...artifact, evidence: parseEvidence(document), content: document.value, locate: document.locate };
}

function toText({ path, bytes }: Artifact): string {
  try {
    // drops a byte order mark, as all readers here do
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError({ file: path, message: 'is not UTF-8 text', help: 'save it as UTF-8' });
  }
}
