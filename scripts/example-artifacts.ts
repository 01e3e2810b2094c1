import { join } from 'node:path';
import { ARTIFACT_KINDS, type ArtifactKind, flagOf } from '../src/artifacts/kinds.ts';

/** The artifacts of examples/policy: the file name of each kind. */
export const EXAMPLE_ARTIFACTS: Readonly<Record<ArtifactKind, string>> = {
  'run-report': 'run.json',
  'judge-cert': 'cert.json',
  'conformance-report': 'conformance.json',
  security: 'security.json',
  'model-compat': 'model-compat.json',
  evidence: 'evidence.json',
};

/**
 * Returns the flags that pass artifacts of examples/policy, by default all of them, with the folder as the caller
 * sees it.
 */
export function exampleFlags(
  folder = '',
  kinds: readonly ArtifactKind[] = ARTIFACT_KINDS,
): readonly string[] {
  return kinds.flatMap((kind) => [flagOf(kind), join(folder, EXAMPLE_ARTIFACTS[kind])]);
}
