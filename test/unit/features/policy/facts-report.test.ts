import { expect, it } from 'vitest';
import type { ArtifactKind } from '../../../../src/artifacts/kinds.ts';
import type { ArtifactSource, GivenArtifact } from '../../../../src/artifacts/load-given.ts';
import { FACTS } from '../../../../src/facts/catalog.ts';
import type { Fact } from '../../../../src/facts/fact.ts';
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

/** An artifact of which only its file counts. */
const read = (kind: ArtifactKind, source: ArtifactSource) =>
  ({ kind, sources: [source] }) as unknown as GivenArtifact;

it('prints what artifacts carry, a line for each fact', () => {
  const facts: Fact[] = [
    { name: 'run.failed', value: 0, artifact: 'run-report', path: 'run.json' },
    { name: 'judge.certified', value: false, artifact: 'judge-cert', path: HOSTILE },
  ];
  const report = toFactsReport(facts, [
    read('run-report', { path: 'run.json', format: 'JUnit XML' }),
    read('judge-cert', { path: HOSTILE, format: 'mcptest judge certification' }),
  ]);
  expect(factsReportSchema.safeParse(report).success).toBe(true);
  const lines = formatFacts(report, PLAIN).split('\n');
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
  const artifact = read('judge-cert', { path: 'cert.json', format: 'mcptest judge certification' });
  expect(formatFacts(toFactsReport([], [artifact]), PLAIN)).toBe(
    'the given artifacts carry no facts\n\n  artifact   read as\n  cert.json  mcptest judge certification\n',
  );
});

it('names each file when an artifact was read from several', async () => {
  const suite = '<testsuite><testcase name="a"/></testsuite>';
  const files = {
    'r/a.xml': suite,
    'r/b.xml': suite,
    'p.yml': 'version: "1"\nrules: [{id: a, fact: run.total, equals: 2}]',
  };
  const args = ['--run-report', 'r/*.xml'];
  const facts = await runCli(['policy', 'facts', ...args], { files });
  expect(facts.stdout).toMatch(/run\.total +2 +r\/\*\.xml/);
  expect(facts.stdout).toMatch(/r\/a\.xml +JUnit XML\n +r\/b\.xml +JUnit XML/);
  for (const format of ['json', 'markdown', 'pretty']) {
    const gate = await runCli(
      ['policy', 'simulate', '--policy', 'p.yml', '--gate', ...args, '--format', format],
      {
        files,
      },
    );
    expect(gate.exitCode).toBe(0);
    expect(gate.stdout).toContain('r/a.xml');
    expect(gate.stdout).toContain('r/b.xml');
  }
  const init = await runCli(['policy', 'init', ...args], { files });
  expect(init.stdout).toContain("--run-report 'r/*.xml'");
});
