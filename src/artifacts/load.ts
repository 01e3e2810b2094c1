import type { Reading } from '../documents/reading.ts';
import { InputError } from '../errors.ts';
import type { FilesPort } from '../ports.ts';
import { UnknownFormatError } from './json-artifact.ts';
import type { ArtifactKind } from './kinds.ts';

/** Reads an artifact from a file. A reader that loads the code of a rare format on demand returns a promise. */
type Reader<T> = (path: string, files: FilesPort) => Reading<T> | Promise<Reading<T>>;

/** The readers, loaded on demand so that a command loads code only for the artifacts that you pass. */
const READERS = {
  'run-report': async () => (await import('./run-report/read.ts')).readRunReport,
  'judge-cert': async () => (await import('./judge-cert/read.ts')).readJudgeCert,
  'conformance-report': async () => (await import('./conformance/read.ts')).readConformance,
  security: async () => (await import('./security/read.ts')).readSecurityScan,
  'model-compat': async () => (await import('./model-compat/read.ts')).readModelCompat,
  evidence: async () => (await import('./evidence/read.ts')).readEvidence,
} satisfies { readonly [K in ArtifactKind]: () => Promise<Reader<unknown>> };

type ReaderOf<K extends ArtifactKind> = Awaited<ReturnType<(typeof READERS)[K]>>;

/** The canonical form of each artifact, as its reader returns it for every spelling and foreign format. */
export type ArtifactValues = {
  readonly [K in ArtifactKind]: Awaited<ReturnType<ReaderOf<K>>>['value'];
};

/** An artifact in its canonical form, and the file that it was read from. */
export interface LoadedArtifact<K extends ArtifactKind = ArtifactKind> extends Reading<ArtifactValues[K]> {
  readonly kind: K;
  /** The path as the user gave it. */
  readonly path: string;
}

/**
 * Reads an artifact of the given kind from a file. Recognises the format from the content, never from the file name.
 * @throws InputError when the file is in no known format of this kind, or contradicts itself
 */
export async function loadArtifact<K extends ArtifactKind>(
  kind: K,
  path: string,
  files: FilesPort,
): Promise<LoadedArtifact<K>> {
  const read = (await READERS[kind]()) as Reader<ArtifactValues[K]>;
  // a pipe cannot be read a second time
  let text: string | undefined;
  const readText = (name: string) => {
    text = files.readText(name);
    return text;
  };
  try {
    return { kind, path, ...(await read(path, { ...files, readText })) };
  } catch (error) {
    if (text === undefined || !isUnknown(error, text)) throw error;
    const { misplaced } = await import('./misplaced.ts');
    throw (await misplaced(kind, path, text, files)) ?? error;
  }
}

/** Whether a file was refused because its format is not one of the expected artifact: then it may be another one. */
function isUnknown(error: unknown, text: string): boolean {
  return error instanceof UnknownFormatError || (error instanceof InputError && !isJson(text));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
