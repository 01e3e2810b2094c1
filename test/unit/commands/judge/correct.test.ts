import { describe, expect, it } from 'vitest';
import { runCli } from '../../../support/run-cli.ts';

type Row = readonly [id: string | undefined, verdict: string, label?: string];

const linesOf = (rows: readonly Row[]) =>
  rows.map(([id, verdict, label]) => `${JSON.stringify({ id, verdict, label })}\n`).join('');

/** Labels of a judge that is mostly right. */
const LABELS: readonly Row[] = Array.from({ length: 20 }, (_, index): Row => {
  const label = index % 2 === 0 ? 'pass' : 'fail';
  return [`l${index}`, index < 2 ? 'pass' : label, label];
});
const VERDICTS: readonly Row[] = Array.from({ length: 30 }, (_, index) => [
  `v${index}`,
  index % 3 === 0 ? 'fail' : 'pass',
]);

const correct = (labels: readonly Row[], verdicts: readonly Row[], ...flags: string[]) =>
  runCli(['judge', 'correct', '--labels', 'l.jsonl', '--verdicts', 'v.jsonl', ...flags], {
    files: { 'l.jsonl': linesOf(labels), 'v.jsonl': linesOf(verdicts) },
  });

const nameless = (rows: readonly Row[]) => rows.map(([, ...rest]): Row => [undefined, ...rest]);

describe('judge correct', () => {
  it('counts an item that is in both files once', async () => {
    const { exitCode, stdout } = await correct(LABELS, [...VERDICTS, ...LABELS.slice(0, 5)]);
    expect(stdout).toContain('20 items with a label, 30 without; 5 more verdicts are on labelled items');
    expect(exitCode).toBe(0);
  });

  it('corrects the rate of another verdict with --positive', async () => {
    const { stdout } = await correct(LABELS, VERDICTS, '--positive', 'fail', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ positive: 'fail', observed: { share: 1 / 3 } });
  });

  const texts = Array.from({ length: 60 }, (_, index): Row => [`t${index}`, `answer ${index}`]);
  it.each<[string, readonly Row[], readonly Row[], string[], string]>([
    [
      'texts for verdicts',
      LABELS,
      texts,
      [],
      'v.jsonl: error: has 62 different verdicts and labels: at most 50',
    ],
    [
      'a verdict that nobody gave',
      LABELS,
      VERDICTS,
      ['--positive', 'yes'],
      'no verdict and no label is `yes`',
    ],
    [
      'three verdicts of unclear meaning',
      LABELS,
      [...VERDICTS, ['x', 'maybe']],
      [],
      'does not show which verdict means yes\n  help: name it with --positive; found `fail`, `maybe`, `pass`',
    ],
    [
      'labels of one kind',
      LABELS.filter(([, , label]) => label === 'pass'),
      VERDICTS,
      [],
      'has 10 items labelled pass and 0 others: at least 2 of each are needed',
    ],
    [
      'a judge that says the same of all',
      LABELS.map(([id, , label = 'fail']): Row => [id, 'pass', label]),
      VERDICTS,
      [],
      'the judge says yes no more often where the person does than where not',
    ],
    ['no ids at all', nameless(LABELS), nameless(VERDICTS), [], 'has no `id`: which items have both'],
    ['only labelled items', LABELS, LABELS, [], 'v.jsonl: error: has no verdict on an item without a label'],
    [
      'ids in only one of the files',
      LABELS,
      nameless(VERDICTS),
      [],
      'v.jsonl: error: has no `id`: which items have both a label and a verdict is not known',
    ],
  ])('refuses %s', async (_, labels, verdicts, flags, message) => {
    const { exitCode, stderr } = await correct(labels, verdicts, ...flags);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  it('counts one item with a verdict alone with the greatest spread', async () => {
    const { stdout } = await correct(LABELS, VERDICTS.slice(1, 2), '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ unlabelled: 1, prediction_powered: { lower: 0, upper: 1 } });
  });
});
