import type { AgreementReport, CorrectionReport, Rate } from '../../features/judge/agreement-schema.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';
import { alignColumns, toLine } from '../table.ts';
import { figure, percent } from './numbers.ts';

/** More different verdicts than this make a table that no terminal can show. */
const WIDEST_MATRIX = 8;

type Estimate = CorrectionReport['observed'];

/** Formats how far a judge and a person agree, for people. */
export function formatAgreement(report: AgreementReport, palette: Palette): string {
  const { agreement, expected, kappa, labels, confidence, positive } = report;
  const { true_positive_rate: tpr, true_negative_rate: tnr } = report;
  const rows: string[][] = [
    [
      'kappa',
      figure(kappa.value),
      `${figure(kappa.lower)} to ${figure(kappa.upper)}`,
      'agreement beyond chance: 0 is chance, 1 is perfect',
    ],
    ['agreement', ...shares(agreement), `by chance ${percent(expected)}`],
    ...(tpr
      ? [
          [
            'yes where yes',
            ...rateCells(tpr),
            `of ${plural(tpr.items, 'item')} that the person calls ${positive}`,
          ],
        ]
      : []),
    ...(tnr
      ? [['no where no', ...rateCells(tnr), `of ${plural(tnr.items, 'item')} that the person does not`]]
      : []),
  ];
  return `${[
    `${palette.bold(`kappa ${figure(kappa.value)}`)}  ${plural(labels.items, 'item')}, ${plural(labels.rows, 'row')}, intervals at ${percent(confidence)}`,
    '',
    ...alignColumns(rows).map((row) => toLine(row.map(escapeForTerminal))),
    ...(positive === undefined
      ? ['', '  name the verdict that means yes with --positive to see how the judge errs']
      : []),
    ...matrixLines(report),
  ].join('\n')}\n`;
}

function matrixLines({ words, matrix }: AgreementReport): string[] {
  if (words.length > WIDEST_MATRIX)
    return ['', `  ${words.length} different verdicts; --format json has the table`];
  const head = ['label \\ verdict', ...words.map(escapeForTerminal)];
  const rows = matrix.map((row, index) => [escapeForTerminal(words[index] as string), ...row.map(String)]);
  return ['', ...alignColumns([head, ...rows]).map(toLine)];
}

/** Formats the corrected rate of a judge, for people. */
export function formatCorrection(report: CorrectionReport, palette: Palette): string {
  const { positive, labelled, unlabelled, already_labelled: already, confidence } = report;
  const { prediction_powered: powered, true_positive_rate: tpr, true_negative_rate: tnr } = report;
  const rows = [
    ['prediction-powered', ...shares(powered), 'valid however the judge errs'],
    ['Rogan-Gladen', ...shares(report.rogan_gladen), 'corrected by how often the judge errs'],
    ['labels alone', ...shares(report.labels_only), 'without the judge'],
    ['judge alone', ...shares(report.observed), 'not corrected'],
  ];
  const errs = [
    ['yes where yes', ...rateCells(tpr), `of ${plural(tpr.items, 'item')}`],
    ['no where no', ...rateCells(tnr), `of ${plural(tnr.items, 'item')}`],
  ];
  const left = already === 0 ? '' : `; ${already} more verdicts are on labelled items, and counted once`;
  return `${[
    `${palette.bold(`${percent(powered.share)} ${escapeForTerminal(positive)}`)}  ${percent(powered.lower)} to ${percent(powered.upper)} at ${percent(confidence)}`,
    palette.quiet(`${plural(labelled, 'item')} with a label, ${unlabelled} without${left}`),
    '',
    ...alignColumns([...rows, ...errs]).map(toLine),
  ].join('\n')}\n`;
}

function rateCells(rate: Rate): string[] {
  return shares(rate);
}

function shares({ share, lower, upper }: Estimate | Rate): string[] {
  return [percent(share), `${percent(lower)} to ${percent(upper)}`];
}
