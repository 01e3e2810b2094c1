/**
 * The artifacts that a release gate reads: the name that messages use, and the version of the format. The keys are
 * the names of the flags. Spec (release gate): "The command".
 */
export const ARTIFACTS = {
  'run-report': {
    title: 'run report',
    schemaVersion: 'mcptest.dev/run/v1',
  },
  'judge-cert': {
    title: 'judge certification',
    schemaVersion: 'mcptest.dev/judge-cert/v1',
  },
  'conformance-report': {
    title: 'conformance report',
    schemaVersion: 'mcptest.dev/conformance/v1',
  },
  security: {
    title: 'security scan',
    schemaVersion: 'mcptest.dev/security/v1',
  },
  'model-compat': {
    title: 'model-compatibility diff',
    schemaVersion: 'mcptest.dev/model-compat/v1',
  },
  evidence: {
    title: 'evidence artifact',
    schemaVersion: 'mcptest.dev/evidence/v1',
  },
} as const;

/** A kind of artifact, named after its flag without the dashes. */
export type ArtifactKind = keyof typeof ARTIFACTS;

/** All kinds, in the order in which the help and the fact catalog show them. */
export const ARTIFACT_KINDS = Object.keys(ARTIFACTS) as readonly ArtifactKind[];

/** Returns the command-line flag that takes an artifact of this kind. */
export function flagOf<K extends ArtifactKind>(kind: K): `--${K}` {
  return `--${kind}`;
}
