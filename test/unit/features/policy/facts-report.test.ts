import { expect, it } from 'vitest';
import { FACTS } from '../../../../src/facts/catalog.ts';
import { toFactsReport } from '../../../../src/features/policy/facts-report.ts';
import { factCatalogSchema, factsReportSchema } from '../../../../src/features/policy/facts-schema.ts';
import { PLAIN } from '../../../../src/report/palette.ts';
import { formatFacts } from '../../../../src/report/policy/facts.ts';
import { runCli } from '../../../support/run-cli.ts';
import { HOSTILE } from '../../../support/sample-report.ts';

it('prints the catalog when it is given no artifact', async () => {
  const { exitCode, stdout } = await runCli(['policy', 'facts', '--format', 'json']);
  expect(exitCode).toBe(0);
  const catalog = factCatalogSchema.parse(JSON.parse(stdout));
  expect(catalog.facts.map(({ name }) => name)).toEqual(FACTS.map(({ name }) => name));
  expect(catalog.facts[0]).toEqual({
    name: 'run.total',
    type: 'number',
    artifact: 'run-report',
    flag: '--run-report',
    description: 'tests in the run',
  });
});

it('groups the catalog by the flag that provides the facts', async () => {
  const { stdout } = await runCli(['policy', 'facts']);
  const lines = stdout.split('\n');
  expect(lines.filter((line) => line.startsWith('--'))).toHaveLength(6);
  expect(lines.slice(0, 2)).toEqual([
    '--run-report <file>  run report',
    '  run.total                     number   tests in the run',
  ]);
});

it('prints what artifacts carry, a line for each fact', () => {
  const report = toFactsReport([
    { name: 'run.failed', value: 0, artifact: 'run-report', path: 'run.json' },
    { name: 'judge.certified', value: false, artifact: 'judge-cert', path: HOSTILE },
  ]);
  expect(factsReportSchema.safeParse(report).success).toBe(true);
  const artifacts = [
    { path: 'run.json', format: 'JUnit XML' },
    { path: HOSTILE, format: 'mcptest judge certification' },
  ];
  const lines = formatFacts(report, { artifacts, palette: PLAIN }).split('\n');
  expect(lines).toHaveLength(8);
  expect(lines.slice(0, 2)).toEqual([
    '  fact             value  artifact',
    '  run.failed       0      run.json',
  ]);
  expect(lines[2]).toContain('judge.certified  false  \\u001b[31mred');
  expect(lines[3]).toBe('');
  expect(lines[4]).toBe('  artifact  read as');
  expect(lines[5]).toBe('  run.json  JUnit XML');
  expect(lines[6]).toMatch(/^ {2}\\u001b\[31mred.* {2}mcptest judge certification$/);
});

it('says so when artifacts carry no facts', () => {
  const artifacts = [{ path: 'cert.json', format: 'mcptest judge certification' }];
  expect(formatFacts(toFactsReport([]), { artifacts, palette: PLAIN })).toBe(
    'the given artifacts carry no facts\n\n  artifact   read as\n  cert.json  mcptest judge certification\n',
  );
});
