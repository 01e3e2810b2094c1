import { ARTIFACT_KINDS, type ArtifactKind } from '../artifacts/kinds.ts';
import { type LoadedArtifact, loadArtifact } from '../artifacts/load.ts';
import { extractFacts } from '../facts/catalog.ts';
import type { Fact } from '../facts/fact.ts';
import type { FilesPort } from '../ports.ts';
import type { Instant } from '../time/instant.ts';

/** The artifact flags as commander names them, e.g. `runReport`. */
export type ArtifactOptions = { readonly [K in ArtifactKind as CamelCase<K>]?: string };

type CamelCase<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** One reader for each artifact flag that was given, in the order of the flag table. */
export function artifactReaders(
  options: ArtifactOptions,
  files: FilesPort,
): (() => Promise<LoadedArtifact>)[] {
  return ARTIFACT_KINDS.flatMap((kind) => {
    const path =
      options[kind.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as keyof ArtifactOptions];
    return path === undefined ? [] : [() => loadArtifact(kind, path, files) as Promise<LoadedArtifact>];
  });
}

/** The facts of all artifacts, in catalog order. */
export function factsOf(artifacts: readonly LoadedArtifact[], now: Instant): Fact[] {
  return artifacts.flatMap((artifact) => extractFacts(artifact, { now }));
}
