import { type Evidence, parseEvidence } from '../../artifacts/evidence.ts';
import { parseJson } from '../../artifacts/json.ts';
import { InputError } from '../../errors.ts';
import type { FilesPort } from '../../ports.ts';
import { sha256 } from '../digest.ts';

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
}

/** Reads any file to be verified. @throws InputError when it cannot be read */
export function readArtifact(path: string, files: FilesPort): Artifact {
  const bytes = files.readBytes(path);
  return { path, bytes, sha256: sha256(bytes) };
}

/**
 * Reads evidence to be verified, once: of two readings, the second might be of another file.
 * @throws InputError when it is not to be read at all, is no JSON, or is no evidence
 */
export function readEvidenceArtifact(path: string, files: FilesPort): EvidenceArtifact {
  const artifact = readArtifact(path, files);
  const document = parseJson(toText(artifact), path);
  return { ...artifact, evidence: parseEvidence(document) };
}

function toText({ path, bytes }: Artifact): string {
  try {
    // drops a byte order mark, as everywhere
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError({ file: path, message: 'is not UTF-8 text', help: 'save it as UTF-8' });
  }
}
