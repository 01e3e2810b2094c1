/** Severities, worst first. */
export const SCAN_SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;

/** How bad a finding is. */
export type ScanSeverity = (typeof SCAN_SEVERITIES)[number];

/** What a security scan found. All five counts are always present, zeros included. */
export interface SecurityScan {
  readonly counts: Readonly<Record<ScanSeverity, number>>;
  readonly total: number;
}
