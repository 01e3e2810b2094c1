/** What a judge must meet to be certified, in the order of the report. */
export const CERTIFY_CHECKS = {
  samples: 'enough items',
  ece: 'calibrated: the upper bound of the calibration error',
  brier: 'accurate in its confidences: the upper bound of the Brier score',
  skill: 'better than a judge that always states its accuracy: the Brier skill',
  accuracy: 'better than chance: the lower bound of the accuracy',
  order: 'consistent: items with the same verdict in both orders',
} as const;

/** The name of a check. */
export type CertifyCheck = keyof typeof CERTIFY_CHECKS;

/** A check that was made. */
export interface CheckResult {
  readonly id: CertifyCheck;
  readonly passed: boolean;
  readonly value: number;
  /** What the value is compared with: `at_most`, `at_least` or `above` this number. */
  readonly limit: number;
  readonly compare: 'at_most' | 'at_least' | 'above';
}

/** Compares a value with its limit. */
export function check(
  id: CertifyCheck,
  value: number,
  compare: CheckResult['compare'],
  limit: number,
): CheckResult {
  const passed =
    compare === 'at_most' ? value <= limit : compare === 'at_least' ? value >= limit : value > limit;
  return { id, passed, value, limit, compare };
}
