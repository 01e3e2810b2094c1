import type { ScanSeverity } from './model.ts';

/**
 * What scanners find without saying how severe it is, and the severity that counts for it. Reports say that it was
 * assumed.
 */
export const ASSUMED = {
  secret: { severity: 'high', what: 'a secret (gitleaks)' },
  'agent-issue': { severity: 'high', what: 'an issue `E…` or `TF…` (Snyk agent-scan)' },
  'agent-warning': { severity: 'medium', what: 'a warning `W…` (Snyk agent-scan)' },
  check: { severity: 'medium', what: 'a failed check without a severity (Checkov)' },
  malware: { severity: 'critical', what: 'a malicious package `MAL-…` (OSV-Scanner)' },
  vulnerability: {
    severity: 'medium',
    what: 'a vulnerability or issue without a severity, or of unknown severity (Bandit, GitLab, Grype, OSV-Scanner, Trivy)',
  },
  license: { severity: 'low', what: 'a license that is not allowed (OSV-Scanner)' },
} as const satisfies Record<string, { readonly severity: ScanSeverity; readonly what: string }>;

/** A kind of finding that comes without a severity. */
export type AssumedKind = keyof typeof ASSUMED;
