/** Severities, worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;

/** How bad a finding is. */
export type Severity = (typeof SEVERITIES)[number];

/** What a security scan found. The five counts are always there: zero is a finding too. */
export interface SecurityScan {
  readonly counts: Readonly<Record<Severity, number>>;
  readonly total: number;
}
