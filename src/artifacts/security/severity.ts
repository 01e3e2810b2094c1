import { SCAN_SEVERITIES, type ScanSeverity, type SecurityScan } from './model.ts';

/** Counts findings by severity. */
export class SeverityCounter {
  readonly #counts: Record<ScanSeverity, number> = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };

  add(severity: ScanSeverity, times = 1): void {
    this.#counts[severity] += times;
  }

  toScan(): SecurityScan {
    const counts = { ...this.#counts };
    return { counts, total: SCAN_SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0) };
  }
}

/** Returns the severity of a CVSS score, by the bands of CVSS; undefined for 0, which says nothing. */
export function severityOfScore(score: number): ScanSeverity | undefined {
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : undefined;
}

/** Returns the worse of two severities. Either may be missing. */
export function worseSeverity(
  a: ScanSeverity | undefined,
  b: ScanSeverity | undefined,
): ScanSeverity | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return SCAN_SEVERITIES.indexOf(a) <= SCAN_SEVERITIES.indexOf(b) ? a : b;
}
