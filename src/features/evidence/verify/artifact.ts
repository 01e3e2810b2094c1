import type { Evidence } from '../../../artifacts/evidence/model.ts';
import { parseEvidence, parseEvidenceText } from '../../../artifacts/evidence/read.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { InputError } from '../../../errors.ts';
import { sha256 } from '../signature/digest.ts';

/** A file whose bytes were read once: what is parsed is what is hashed and what a signature is compared with. */
export interface Artifact {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** An artifact that is evidence, whatever it says. */
export interface EvidenceArtifact extends Artifact {
  readonly evidence: Evidence;
  /** All that the file holds, also what is not known here. */
  readonly content: unknown;
  readonly locate: SourceDocument['locate'];
}

/** Any file to be verified. */
export function toArtifact(path: string, bytes: Uint8Array): Artifact {
  return { path, bytes, sha256: sha256(bytes) };
}

/**
 * Evidence to be verified, of bytes that were read once: of two readings, the second might be of another file.
 * @throws InputError when it is no JSON, or is no evidence
 */
export function toEvidenceArtifact(path: string, bytes: Uint8Array): EvidenceArtifact {
  const artifact = toArtifact(path, bytes);
  const document = parseEvidenceText(toText(artifact), path);
  return { ...artifact, evidence: parseEvidence(document), content: document.value, locate: document.locate };
}

function toText({ path, bytes }: Artifact): string {
  try {
    // drops a byte order mark, as everywhere
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError({ file: path, message: 'is not UTF-8 text', help: 'save it as UTF-8' });
  }
}
