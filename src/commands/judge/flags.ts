import type { Binning } from '../../features/judge/bins.ts';
import { choice, type FlagTable, flag, required, value, whole } from '../../flags.ts';
import { AGREEMENT_FORMATS, CERTIFY_FORMATS, CORRECTION_FORMATS } from '../../report/judge/formats.ts';
import { artifactFlags, NOW, reportFlags } from '../flags.ts';

const BINNING_WORDS = ['width', 'mass'] as const satisfies readonly Binning[];

const LABELS = required(
  '--labels <file>',
  'the labels: JSON Lines, one row on each line; `-` is standard input',
);

const ITEM_KEY = value(
  '--item-key <name>',
  'the member that says which item a row is about (default: id, if the rows have it)',
);

/** The flags of `judge certify`. */
export const CERTIFY_FLAGS = [
  LABELS,
  required('--judge-model <name>', 'the model that judges, for the certificate'),
  value('--prompt-file <file>', 'the prompt of the judge; the certificate gets its SHA-256'),
  whole('--bins <count>', 'the number of bins (default: 10)', 2, 100),
  choice('--binning <way>', 'bins of equal width or with equally many rows', BINNING_WORDS),
  value('--max-ece <share>', 'the largest allowed upper bound of the calibration error (default: 0.1)'),
  value('--max-brier <share>', 'the largest allowed upper bound of the Brier score (default: 0.25)'),
  whole('--min-samples <count>', 'the minimum number of items, at least 20 (default: 200)', 20),
  value('--confidence <share>', 'the confidence of every bound, one-sided (default: 0.95)'),
  value('--chance <share>', 'the accuracy of guessing, which the lower bound must exceed (default: 0.5)'),
  flag('--allow-order-bias', 'also certify a judge whose verdict changes with the order'),
  ITEM_KEY,
  value('--valid-for <duration>', 'how long the certificate is valid (default: 90d)'),
  NOW,
  ...artifactFlags(CERTIFY_FORMATS, 'certificate'),
] as const satisfies FlagTable;

const POSITIVE = value(
  '--positive <verdict>',
  'the verdict that means yes (default: whichever of the two is a word such as pass or true)',
);

const INTERVALS = value(
  '--confidence <share>',
  'the confidence of every interval, two-sided (default: 0.95)',
);

/** The flags of `judge agreement`. */
export const AGREEMENT_FLAGS = [
  LABELS,
  POSITIVE,
  INTERVALS,
  ITEM_KEY,
  ...reportFlags(AGREEMENT_FORMATS, 'the format of the report'),
] as const satisfies FlagTable;

/** The flags of `judge correct`. */
export const CORRECT_FLAGS = [
  LABELS,
  required(
    '--verdicts <file>',
    'the verdicts of the judge on all items: JSON Lines with `verdict`, and the same ids',
  ),
  POSITIVE,
  INTERVALS,
  ITEM_KEY,
  ...reportFlags(CORRECTION_FORMATS, 'the format of the report'),
] as const satisfies FlagTable;
