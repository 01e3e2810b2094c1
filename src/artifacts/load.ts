import type { Reading } from '../documents/reading.ts';
import type { FilesPort } from '../ports.ts';
import type { ArtifactKind } from './kinds.ts';

/** A reader that loads the code of a rarer format on demand returns a promise. */
type Reader<T> = (path: string, files: FilesPort) => Reading<T> | Promise<Reading<T>>;

/** Loaded on demand: a command pays only for the artifacts that it is given. */
const READERS = {
  'run-report': async () => (await import('./run-report/read.ts')).readRunReport,
  'judge-cert': async () => (await import('./judge-cert/read.ts')).readJudgeCert,
  'conformance-report': async () => (await import('./conformance/read.ts')).readConformance,
  security: async () => (await import('./security/read.ts')).readSecurityScan,
  'model-compat': async () => (await import('./model-compat/read.ts')).readModelCompat,
  evidence: async () => (await import('./evidence/read.ts')).readEvidence,
} satisfies { readonly [K in ArtifactKind]: () => Promise<Reader<unknown>> };

type ReaderOf<K extends ArtifactKind> = Awaited<ReturnType<(typeof READERS)[K]>>;

/** The canonical form of each artifact, whatever spelling or foreign format the file had: what its reader returns. */
export type ArtifactValues = {
  readonly [K in ArtifactKind]: Awaited<ReturnType<ReaderOf<K>>>['value'];
};

/** An artifact in its canonical form, and where it comes from. */
export interface LoadedArtifact<K extends ArtifactKind = ArtifactKind> extends Reading<ArtifactValues[K]> {
  readonly kind: K;
  /** The path as the user gave it. */
  readonly path: string;
}

/**
 * Reads the artifact of a kind from a file. The shape is recognised from the content, never from the name;
 * one that is no known shape of this kind, or that contradicts itself, is an error.
 * @throws InputError
 */
export async function loadArtifact<K extends ArtifactKind>(
  kind: K,
  path: string,
  files: FilesPort,
): Promise<LoadedArtifact<K>> {
  const read = (await READERS[kind]()) as Reader<ArtifactValues[K]>;
  return { kind, path, ...(await read(path, files)) };
}
