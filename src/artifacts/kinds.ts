/**
 * The artifacts that a release gate reads: how each is called, which flag takes it, what produces it.
 * Source: the flag table of the policy simulator's text.
 */
export const ARTIFACTS = {
  'run-report': {
    title: 'run report',
    schemaVersion: 'mcptest.dev/run/v1',
    producedBy: 'mcptest run --reporter json --output run.json',
  },
  'judge-cert': {
    title: 'judge certification',
    schemaVersion: 'mcptest.dev/judge-cert/v1',
    producedBy: 'mcptest judge certify --output cert.json',
  },
  'conformance-report': {
    title: 'conformance report',
    schemaVersion: 'mcptest.dev/conformance/v1',
    producedBy: 'mcptest conformance run --format json',
  },
  security: {
    title: 'security scan',
    schemaVersion: 'mcptest.dev/security/v1',
    producedBy: 'mcptest security tools-list.json --format json',
  },
  'model-compat': {
    title: 'model-compatibility diff',
    schemaVersion: 'mcptest.dev/model-compat/v1',
    producedBy: 'mcptest model-compat diff --format json',
  },
  evidence: {
    title: 'evidence artifact',
    schemaVersion: 'mcptest.dev/evidence/v1',
    producedBy: 'mcptest evidence run.json --out evidence.json',
  },
} as const;

export type ArtifactKind = keyof typeof ARTIFACTS;

export const ARTIFACT_KINDS = Object.keys(ARTIFACTS) as readonly ArtifactKind[];

/** The flag that takes an artifact on the command line; the kinds are named after their flags. */
export function flagOf(kind: ArtifactKind): string {
  return `--${kind}`;
}
