/**
 * The artifacts that a release gate reads, by the name of the flag that takes each: what people call it, and the
 * version of its format. The flags are those of the source text.
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

/** A kind of artifact: the name of its flag without the dashes. */
export type ArtifactKind = keyof typeof ARTIFACTS;

/** All kinds, in the order in which help and catalog show them. */
export const ARTIFACT_KINDS = Object.keys(ARTIFACTS) as readonly ArtifactKind[];

/** The flag that takes an artifact on the command line; the kinds are named after their flags. */
export function flagOf<K extends ArtifactKind>(kind: K): `--${K}` {
  return `--${kind}`;
}
