import type { Certificate } from '../../artifacts/judge-cert/schema.ts';

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

/**
 * Compares the figures of a judge with what they must be. A figure or a limit that is missing fails its check. The order is
 * checked where it has a limit.
 */
export function checksOf(
  {
    samples = Number.NaN,
    ece_upper,
    brier_upper,
    brier_skill,
    accuracy_lower,
    order_consistency = Number.NaN,
  }: Pick<
    Certificate['metrics'],
    'samples' | 'ece_upper' | 'brier_upper' | 'brier_skill' | 'accuracy_lower' | 'order_consistency'
  >,
  {
    min_samples = Number.NaN,
    ece = Number.NaN,
    brier = Number.NaN,
    chance = Number.NaN,
    order_consistency: leastConsistent,
  }: Omit<Certificate['thresholds'], 'confidence'>,
): CheckResult[] {
  return [
    check('samples', samples, 'at_least', min_samples),
    check('ece', ece_upper, 'at_most', ece),
    check('brier', brier_upper, 'at_most', brier),
    check('skill', brier_skill, 'above', 0),
    check('accuracy', accuracy_lower, 'above', chance),
    ...(leastConsistent === undefined
      ? []
      : [check('order', order_consistency, 'at_least', leastConsistent)]),
  ];
}

/** Compares a value with its limit. */
function check(id: CertifyCheck, value: number, compare: CheckResult['compare'], limit: number): CheckResult {
  const passed =
    compare === 'at_most' ? value <= limit : compare === 'at_least' ? value >= limit : value > limit;
  return { id, passed, value, limit, compare };
}
