import type { ArtifactKind } from '../../src/artifacts/kinds.ts';
import { type ArtifactValues, loadArtifact } from '../../src/artifacts/load.ts';
import { formatDiagnostic } from '../../src/diagnostic.ts';
import { InputError } from '../../src/errors.ts';
import { memoryFiles } from './memory-files.ts';

/**
 * Reads an artifact from a file `f.json` with this content: a text is used unchanged, anything else is written as
 * JSON.
 */
export async function load<K extends ArtifactKind>(kind: K, content: unknown): Promise<ArtifactValues[K]> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return (await loadArtifact(kind, 'f.json', memoryFiles({ 'f.json': text }))).value;
}

/** Returns the messages that the user sees if the artifact is refused; `accepted: ...` if it is not. */
export async function refusal(kind: ArtifactKind, content: unknown): Promise<string> {
  return refusalOf(() => load(kind, content));
}

export async function refusalOf(read: () => Promise<unknown>): Promise<string> {
  try {
    return `accepted: ${JSON.stringify(await read())}`;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic)).join('\n');
  }
}
