import type { Reading } from '../documents/reading.ts';
import type { FilesPort } from '../ports.ts';
import type { Conformance } from './conformance/model.ts';
import type { Evidence } from './evidence/model.ts';
import type { JudgeCert } from './judge-cert/model.ts';
import type { ArtifactKind } from './kinds.ts';
import type { ModelCompat } from './model-compat/model.ts';
import type { RunReport } from './run-report/model.ts';
import type { SecurityScan } from './security/model.ts';

/** The canonical form of each artifact, whatever spelling or foreign format the file had. */
export interface ArtifactValues {
  'run-report': RunReport;
  'judge-cert': JudgeCert;
  'conformance-report': Conformance;
  security: SecurityScan;
  'model-compat': ModelCompat;
  evidence: Evidence;
}

/** An artifact in its canonical form, and where it comes from. */
export interface LoadedArtifact<K extends ArtifactKind = ArtifactKind> extends Reading<ArtifactValues[K]> {
  readonly kind: K;
  /** The path as the user gave it. */
  readonly path: string;
}

/** A reader that loads the code of a rarer format on demand returns a promise. */
type Reader<T> = (path: string, files: FilesPort) => Reading<T> | Promise<Reading<T>>;

/** Loaded on demand: a command pays only for the artifacts that it is given. */
const READERS: { readonly [K in ArtifactKind]: () => Promise<Reader<ArtifactValues[K]>> } = {
  'run-report': async () => (await import('./run-report/read.ts')).readRunReport,
  'judge-cert': async () => (await import('./judge-cert/read.ts')).readJudgeCert,
  'conformance-report': async () => (await import('./conformance/read.ts')).readConformance,
  security: async () => (await import('./security/read.ts')).readSecurityScan,
  'model-compat': async () => (await import('./model-compat/read.ts')).readModelCompat,
  evidence: async () => (await import('./evidence/read.ts')).readEvidence,
};

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
  const read: Reader<ArtifactValues[K]> = await READERS[kind]();
  return { kind, path, ...(await read(path, files)) };
}
