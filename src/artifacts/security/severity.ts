import { SCAN_SEVERITIES, type ScanSeverity, type SecurityScan } from './model.ts';

/** Counts findings by severity. */
export class SeverityCounter {
  readonly #counts: Record<ScanSeverity, number> = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };

  add(severity: ScanSeverity): void {
    this.#counts[severity]++;
  }

  toScan(): SecurityScan {
    const counts = { ...this.#counts };
    return { counts, total: SCAN_SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0) };
  }
}
