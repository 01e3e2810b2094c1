import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { SCHEMAS } from '../../../../scripts/schemas.ts';
import { REPORT_FLAGS } from '../../../../src/commands/report/flags.ts';
import { REPORT_KINDS } from '../../../../src/commands/report/kinds.ts';
import { OTHER_FILES } from '../../../../src/commands/report/recognise.ts';
import { runCli } from '../../../support/run-cli.ts';

const FILES: Record<string, string> = {
  'before.json': '{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}',
  'after.json': '{"tools":[{"name":"b","inputSchema":{"type":"object"}}]}',
};

/** A report that says no. */
async function rejected(): Promise<string> {
  const argv = ['diff', 'before.json', 'after.json', '--fail-on', 'breaking', '--json'];
  const { exitCode, stdout } = await runCli(argv, { files: FILES });
  expect(exitCode).toBe(1);
  return stdout;
}

const report = (text: string, ...flags: readonly string[]) =>
  runCli(['report', 'r.json', ...flags], { files: { 'r.json': text } });

describe('mcptest report', () => {
  it('writes a report again, and exits 0 whatever it says', async () => {
    const text = await rejected();
    const { exitCode, stdout } = await report(text, '--format', 'markdown');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      (
        await runCli(['diff', 'before.json', 'after.json', '--fail-on', 'breaking', '--format', 'markdown'], {
          files: FILES,
        })
      ).stdout,
    );
    const { files } = await report(text, '--out', 'a.md', '--format', 'markdown', '--report', 'json=b.json');
    expect(files['a.md']).toBe(stdout);
    expect(files['b.json']).toBe(text);
  });

  it('reads standard input, and shows the report for people', async () => {
    const { exitCode, stdout } = await runCli(['report', '-'], { files: { '-': await rejected() } });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('removed');
  });

  it('refuses a report that contradicts itself, with each statement that its parts do not bear out', async () => {
    const edited = JSON.parse(await rejected());
    edited.accepted = true;
    edited.counts.breaking = 0;
    const { exitCode, stdout, stderr } = await report(
      JSON.stringify(edited, null, 2),
      '--format',
      'markdown',
    );
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr.split('\n')).toEqual([
      'r.json:12:15: error: accepted: is `true`, but the findings show `false`',
      '  help: a report that contradicts itself was changed after it was written: pass the one that `mcptest diff` wrote, or run that again',
      expect.stringMatching(/^r\.json:\d+:17: error: counts\.breaking: is `0`, but the findings show `1`$/),
      '',
    ]);
  });

  it('refuses several reports in one file: it would show the first', async () => {
    const line = JSON.stringify(JSON.parse(await rejected()));
    const { exitCode, stdout, stderr } = await report(`${line}\n${line}\n`);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      'r.json:1:1: error: has a report on its first line, and more below it\n  help: pass one report at a time\n',
    );
  });

  it('ignores keys that a newer mcptest writes, anywhere, and checks all others', async () => {
    const newer = JSON.parse(await rejected());
    newer.mood = 'fine';
    newer.before.mood = { deep: [1] };
    newer.findings[0].mood = null;
    const { exitCode, stdout } = await report(JSON.stringify(newer), '--json');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(await rejected());
    newer.before.tools = 'many';
    const wrong = await report(JSON.stringify(newer, null, 2));
    expect(wrong).toMatchObject({ exitCode: 2, stdout: '' });
    expect(wrong.stderr).toContain(
      'r.json:5:14: error: before.tools: must be a whole number, 0 or more, found `"many"`',
    );
  });

  it('refuses a format that the report has not, and says which it has', async () => {
    for (const flags of [
      ['--format', 'sarif'],
      ['--report', 'sarif=a.sarif'],
    ]) {
      const refused = await report(await rejected(), ...flags);
      expect(refused).toMatchObject({ exitCode: 2, stdout: '', files: { 'r.json': expect.anything() } });
      expect(refused.stderr).toContain('is a report of `mcptest diff`, which has no format sarif');
      expect(refused.stderr).toContain('help: pass one of: pretty, json, markdown');
    }
  });

  it.each([
    [
      '{"schema_version":"mcptest.dev/catalog-diff/v2"}',
      'has the version `mcptest.dev/catalog-diff/v2`, and this mcptest reads `mcptest.dev/catalog-diff/v1`',
    ],
    ['{"schema_version":"mcptest.dev/catalogdiff/v1"}', 'did you mean `mcptest.dev/catalog-diff/v1`?'],
    ['{"schema_version":"mcptest.dev/wholly-unlike-anything/v1"}', 'a newer mcptest may have written it'],
    [
      '{"schema_version":"other.dev/moods/v1"}',
      'is not a report of mcptest: found an object with `"schema_version"`',
    ],
    ['{"schema_version":7}', 'is not a report of mcptest'],
    ['{"schema_version":"mcptest.dev/evidence/v1"}', 'help: verify it with `mcptest evidence verify`'],
    ['{"schema_version":"mcptest.dev/tape/v1"}\n{"t":0}\n', 'r.json:1:19: error: is a recorded session'],
    ['{"schema_version":"mcptest.dev/gateway-verdict/v1"}\n{}\n', 'run `mcptest gateway simulate` again'],
    ['<testsuite><testcase name="a"/></testsuite>', 'is JUnit XML, which mcptest did not write'],
    [
      '<testsuite><testcase name="a"/></testsuite>',
      'help: pass it to `mcptest policy simulate` with --run-report',
    ],
    ['{"version":"2.1.0","runs":[]}', 'is SARIF 2.1.0, which mcptest did not write'],
    ['{"bomFormat":"CycloneDX","specVersion":"1.5"}', 'is an SBOM (CycloneDX), which mcptest did not write'],
    ['<!doctype html><html></html>', 'is an HTML page, which mcptest did not write'],
    ['rules: []\n', 'is not a report of mcptest: found text, `rules: []'],
    ['', 'is not a report of mcptest'],
    ['[]', 'found an empty list'],
    ['{"schema_version":', 'r.json:1:19: error'],
    ['{"schema_version":"mcptest.dev/run/v1","tests":[]}', 'coverage: is missing'],
    ['{"schema_version":"mcptest.dev/judge-cert/v1","metrics":{"ece":0.1}}', 'metrics.accuracy: is missing'],
    [
      '{"schema_version":"mcptest.dev/model-compat/v1","entries":[{"classification":"PASS"}]}',
      'entries[0].id: is missing',
    ],
  ])('refuses %s', async (text, message) => {
    const { exitCode, stdout, stderr } = await report(text);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('refuses a file that is not there', async () => {
    expect(await runCli(['report', 'none.json'])).toMatchObject({ exitCode: 2, stdout: '' });
  });
});

describe('the kinds of reports', () => {
  it('are all that have a version, or are said to be something else', () => {
    const versions = Object.values(SCHEMAS).flatMap(({ schema }) =>
      versionsIn(z.toJSONSchema(schema, { io: 'input' })),
    );
    const known = [...Object.keys(REPORT_KINDS), ...Object.keys(OTHER_FILES)];
    // evidence of another version is read, and rejected, so its schema names none
    versions.push('mcptest.dev/evidence/v1');
    expect([...new Set(versions)].sort()).toEqual(known.sort());
  });

  it('have only formats that the flag takes, and the flag has no other', () => {
    const flag = REPORT_FLAGS.find(({ spelling }) => spelling === '--format <format>');
    const words = flag?.kind === 'value' && flag.takes.kind === 'word' ? flag.takes.words : [];
    const formats = Object.values(REPORT_KINDS).flatMap((kind) => kind.formats);
    expect([...new Set(formats)].sort()).toEqual([...words].sort());
  });

  it('never end in a bug, whatever stands under a version', async () => {
    const versions = Object.keys(REPORT_KINDS);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...versions),
        fc.dictionary(fc.string(), fc.jsonValue()),
        async (version, rest) => {
          const { exitCode } = await report(JSON.stringify({ ...rest, schema_version: version }));
          expect(exitCode).toBe(2);
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** The constants of every `schema_version` in a JSON Schema. */
function versionsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const version = (schema as { schema_version?: { const?: unknown } }).schema_version?.const;
  return [...(typeof version === 'string' ? [version] : []), ...Object.values(schema).flatMap(versionsIn)];
}
