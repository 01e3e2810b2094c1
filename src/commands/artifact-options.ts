import { ARTIFACT_KINDS, flagOf } from '../artifacts/kinds.ts';
import type { LoadedArtifact } from '../artifacts/load.ts';
import { type GivenArtifact, loadGiven } from '../artifacts/load-given.ts';
import { extractFacts } from '../facts/catalog.ts';
import type { Fact } from '../facts/fact.ts';
import { keyOfFlag, type OptionsOf } from '../flags.ts';
import type { FilesPort } from '../ports.ts';
import type { Instant } from '../time/instant.ts';
import type { ARTIFACT_FLAGS } from './flags.ts';

/** The options that name artifacts. */
export type ArtifactOptions = Omit<OptionsOf<typeof ARTIFACT_FLAGS>, keyof OptionsOf<[]>>;

/** Returns a reader for each artifact flag that was given, in the order of the flag table. */
export function artifactReaders(
  options: ArtifactOptions,
  files: FilesPort,
): (() => Promise<GivenArtifact>)[] {
  return ARTIFACT_KINDS.flatMap((kind) => {
    const given = options[keyOfFlag(flagOf(kind)) as keyof ArtifactOptions];
    return given === undefined ? [] : [() => loadGiven(kind, given, files) as Promise<GivenArtifact>];
  });
}

/** Returns the facts of all artifacts, in catalog order. */
export function factsOf(artifacts: readonly LoadedArtifact[], now: Instant): Fact[] {
  return artifacts.flatMap((artifact) => extractFacts(artifact, { now }));
}
