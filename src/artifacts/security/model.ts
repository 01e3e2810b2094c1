/** Severities, worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;

/** How bad a finding is. */
export type Severity = (typeof SEVERITIES)[number];

/** What a security scan found. All five counts are always present, zeros included. */
export interface SecurityScan {
  readonly counts: Readonly<Record<Severity, number>>;
  readonly total: number;
}
