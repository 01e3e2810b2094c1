import type { Certificate } from '../../features/judge/certify.ts';
import { CERTIFY_CHECKS, type CertifyCheck } from '../../features/judge/checks.ts';
import { plural } from '../plural.ts';
import { figure, percent } from './numbers.ts';

type Check = Certificate['checks'][number];

/** The verdict in a line: `NOT CERTIFIED  judge-1: 2 of 5 checks fail`. */
export function headline({ certified, judge, checks }: Certificate): { word: string; rest: string } {
  const failed = checks.filter(({ passed }) => !passed).length;
  const rest = certified
    ? `all ${checks.length} checks hold`
    : `${failed} of ${plural(checks.length, 'check')} fail${failed === 1 ? 's' : ''}`;
  return { word: certified ? 'CERTIFIED' : 'NOT CERTIFIED', rest: `${judge.model}: ${rest}` };
}

/** A check as cells: how it ended, its name, what was found and what is allowed, what it means. */
export function checkCells({ id, passed, value, limit, compare }: Check): readonly string[] {
  const write = id === 'samples' ? String : figure;
  return [
    passed ? 'pass' : 'fail',
    id,
    write(value),
    `${compare.replace('_', ' ')} ${write(limit)}`,
    CERTIFY_CHECKS[id as CertifyCheck],
  ];
}

/** The figures that stand beside the checks, as label and text. */
export function figures({ metrics, thresholds, calibration, labels }: Certificate): [string, string][] {
  const { ece, brier, accuracy, samples, noise_floor: floor } = metrics;
  const level = percent(thresholds.confidence);
  return [
    ['labels', `${plural(labels.rows, 'row')}, ${plural(samples, 'item')}, sha256 ${labels.sha256}`],
    ['ece', `${figure(ece)}, upper bound ${figure(metrics.ece_upper)}, noise floor ${figure(floor)}`],
    [
      'brier',
      `${figure(brier)}, upper bound ${figure(metrics.brier_upper)}, skill ${figure(metrics.brier_skill)}`,
    ],
    ['accuracy', `${percent(accuracy)}, lower bound ${percent(metrics.accuracy_lower)}`],
    ...(metrics.order_consistency === undefined
      ? []
      : [
          ['order', `same verdict in both orders for ${percent(metrics.order_consistency)} of the items`] as [
            string,
            string,
          ],
        ]),
    ['bounds', `one-sided at ${level}, ${calibration.resamples} resamples by item`],
    [
      'bins',
      `${plural(calibration.bins.length, 'bin')} (${BINNING_WORDS[calibration.binning]}), ${calibration.convention}`,
    ],
  ];
}

const BINNING_WORDS = { width: 'equal width', mass: 'equal mass', value: 'one for each confidence' } as const;

/** What to do next; empty when the judge is certified. */
export function nextSteps(certificate: Certificate): string[] {
  const { checks, more_labels: more, more_labels_cannot_help: hopeless } = certificate;
  const { ece, noise_floor: floor, samples } = certificate.metrics;
  const isNoise = checks.some(({ id, passed }) => id === 'ece' && !passed) && ece <= floor;
  return [
    ...(isNoise
      ? [
          `a perfectly calibrated judge would show an ece of ${figure(floor)} on ${samples} items: this one shows no more`,
        ]
      : []),
    ...(more === undefined
      ? []
      : [`about ${plural(more, 'more item')} would certify a judge that is as good as this one looks`]),
    ...(hopeless === undefined
      ? []
      : [
          `more labels would hardly help: as the judge looks now, ${hopeless.join(', ')} would fail with any number of them`,
        ]),
  ];
}

/** The validity in a line. A refusal has one, too: it is not asked for again before. */
export function validity({ certified, valid_from: from, valid_until: until }: Certificate): string {
  return `${certified ? 'valid' : 'this refusal stands'} from ${from} until ${until}`;
}
