import { SEVERITIES, type SecurityScan, type Severity } from './model.ts';

/** Counts findings by severity. */
export class SeverityCounter {
  readonly #counts: Record<Severity, number> = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };

  add(severity: Severity): void {
    this.#counts[severity]++;
  }

  toScan(): SecurityScan {
    const counts = { ...this.#counts };
    return { counts, total: SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0) };
  }
}
