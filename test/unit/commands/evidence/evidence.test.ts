import { describe, expect, it } from 'vitest';
import { main } from '../../../../src/main.ts';
import { sha256 } from '../../../../src/node/sha256.ts';
import { memoryFiles } from '../../../support/memory-files.ts';
import { NOW, runCli } from '../../../support/run-cli.ts';
import { junitReport, vitestReport } from '../../../support/run-reports.ts';

/** Emits evidence of a report; the time of the command is {@link NOW}. */
async function emit(report: string, ...args: string[]) {
  const result = await runCli(['evidence', 'run', ...args], { files: { run: report } });
  return { ...result, time: result.exitCode === 0 ? JSON.parse(result.stdout).generated_at : undefined };
}

describe('evidence of a report of another tool', () => {
  it('states when the run ended, not when it was made', async () => {
    const { time, stderr } = await emit(JSON.stringify(vitestReport('passed')));
    expect(time).toBe(new Date(1_780_000_000_100).toISOString());
    expect(stderr).not.toContain('ended');
  });

  it('warns when it had to guess', async () => {
    const local = junitReport('').replace('<testsuite ', '<testsuite timestamp="2020-01-01T00:00:00" ');
    expect(await emit(local)).toMatchObject({
      time: '2019-12-31T10:00:00Z',
      stderr: expect.stringContaining('states its times without a time zone'),
    });
    expect(await emit('1..1\nok 1\n')).toMatchObject({
      time: NOW,
      stderr: expect.stringContaining('this makes an old run look fresh'),
    });
  });
});

describe('evidence with several scans', () => {
  const scan = (severity: string) =>
    JSON.stringify({ schema_version: 'mcptest.dev/security/v1', findings: [{ severity, message: 'm' }] });
  const secrets = JSON.stringify([
    { RuleID: 'k', Secret: 'x', Match: 'x', Description: 'd', File: 'a', StartLine: 1 },
  ]);
  const files = {
    'run.json': JSON.stringify({
      summary: { total: 1, passed: 1, failed: 0 },
      ended_at: '2026-05-01T00:00:00Z',
    }),
    'scans/a.json': scan('high'),
    'scans/b.json': scan('low'),
    'gitleaks.json': secrets,
  };

  it.each<[string, string[]]>([
    ['a glob', ['--security', 'scans/*.json']],
    ['a folder', ['--security', 'scans']],
    ['two flags', ['--security', 'scans/a.json', '--security', 'scans/b.json']],
  ])('adds their findings, and is verified with them: %s', async (_, scans) => {
    const { exitCode, stdout, stderr } = await runCli(['evidence', 'run.json', ...scans], { files });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(stdout).grades.security_severity_counts).toEqual({ high: 1, low: 1 });
    const verify = ['evidence', 'verify', 'e.json', '--run-report', 'run.json', ...scans];
    expect((await runCli(verify, { files: { ...files, 'e.json': stdout } })).exitCode).toBe(0);
    const one = ['evidence', 'verify', 'e.json', '--run-report', 'run.json', '--security', 'scans/a.json'];
    expect((await runCli(one, { files: { ...files, 'e.json': stdout } })).exitCode).toBe(1);
  });

  it('warns of severities that were assumed, since the artifact cannot say so', async () => {
    const { exitCode, stderr } = await runCli(['evidence', 'run.json', '--security', 'gitleaks.json'], {
      files,
    });
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^gitleaks\.json: warning: .*high/m);
  });
});

// a pipe cannot be read twice: who wrote to it has gone, and the reader would wait for ever
it.each([
  ['evidence', 'run.json'],
  ['evidence', 'run.json', '--reproducible-with', 'other.json'],
  ['evidence', 'server-json', 'evidence.json', '--url', 'https://example.com/e'],
])('%s %s finds places in what it has read once', async (...argv) => {
  const report = { summary: { total: 1, passed: 1, failed: 0 }, ended_at: 'x', source: { commit_sha: 'y' } };
  const files = memoryFiles({
    'run.json': JSON.stringify(report),
    'other.json': JSON.stringify({ ...report, source: { commit_sha: 'z' } }),
    'evidence.json': JSON.stringify({ schema_version: 'mcptest.dev/evidence/v1', generated_at: 'x' }),
  });
  const read: string[] = [];
  const once =
    <T>(how: (path: string) => T) =>
    (path: string) => {
      read.push(path);
      return how(path);
    };
  let stderr = '';
  const exitCode = await main({
    argv,
    env: {},
    files: { ...files, readText: once(files.readText), readBytes: once(files.readBytes) },
    processes: { run: async () => ({ kind: 'not-found' }) },
    stdout: { isTerminal: false, write: () => {} },
    stderr: { isTerminal: false, write: (text) => (stderr += text) },
    sha256,
    systemTime: () => Date.parse(NOW),
    onInterrupt: () => () => {},
  });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/\.json:1:\d+: error/);
  expect(read).toEqual([...new Set(read)]);
});

// cosign publishes what it signs: nothing may be signed that is then not written
describe('--sign runs no cosign', () => {
  const REPORT = JSON.stringify(vitestReport('passed'));
  it.each<[string, string[], Record<string, string>, string]>([
    ['when the statement is the artifact', ['--statement', 'e.json'], {}, 'is the name of two outputs'],
    ['when the statement is the signature', ['--statement', 'e.json.sig'], {}, 'is the name of two outputs'],
    ['when the statement is the run', ['--statement', 'run'], {}, 'is an input of this command'],
    ['when the statement has no folder', ['--statement', 'no/s'], {}, 'no such file or folder'],
    ['when the certificate cannot be replaced', [], { 'e.json.cert/x': '' }, 'is not a regular file'],
    ['when the bundle cannot be replaced', [], { 'e.json.sigstore.json/x': '' }, 'signs an earlier artifact'],
    [
      'when a bundle of an earlier one is there',
      [],
      { 'e.json.sigstore.json': '' },
      'signs an earlier artifact',
    ],
  ])('%s', async (_, args, there, message) => {
    const programs: string[] = [];
    const { exitCode, stderr, files } = await runCli(
      ['evidence', 'run', '--out', 'e.json', '--sign', ...args],
      {
        files: { run: REPORT, ...there },
        processes: {
          run: async ([program]) => {
            programs.push(program);
            return { kind: 'not-found' };
          },
        },
      },
    );
    expect({ exitCode, programs }).toEqual({ exitCode: 2, programs: [] });
    expect(stderr).toContain(message);
    expect(Object.keys(files).sort()).toEqual(['run', ...Object.keys(there)].sort());
  });
});

describe('a file of another kind', () => {
  const RUN = JSON.stringify({ schema_version: 'mcptest.dev/run/v1', summary: { passed: 1, failed: 0 } });
  const EVIDENCE = JSON.stringify({ schema_version: 'mcptest.dev/evidence/v1' });
  it.each<[string, string[], string, string]>([
    [
      'evidence, to make some',
      ['evidence', 'f'],
      EVIDENCE,
      'is an evidence artifact, not a run report\n  help: pass it with --evidence, or verify it with `mcptest evidence verify`',
    ],
    [
      'a run report, to verify',
      ['evidence', 'verify', 'f'],
      RUN,
      'is a run report, not an evidence artifact\n  help: pass it with --run-report, or make evidence from it with `mcptest evidence`',
    ],
    [
      'a scan, to verify',
      ['evidence', 'verify', 'f'],
      RUN.replace('run/', 'security/'),
      'is a security scan, not an evidence artifact',
    ],
    [
      'XML, to verify',
      ['evidence', 'verify', 'f'],
      junitReport(''),
      'is not an evidence artifact: found `"<?xml',
    ],
    [
      'a run report, to publish',
      ['evidence', 'server-json', 'f', '--url', 'https://example.com/e'],
      RUN,
      'is a run report, not',
    ],
  ])('is called by its name: %s', async (_, argv, f, message) => {
    const { exitCode, stdout, stderr } = await runCli(argv, { files: { f } });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.match(/error:/g)).toHaveLength(1);
  });
});

it.each(['.sig', '.cert', '.sigstore.json'])(
  'writes no statement to the name of a signature, %s',
  async (suffix) => {
    const report = JSON.stringify(vitestReport('passed'));
    const args = ['evidence', 'run', '--out', 'e.json', '--statement', `e.json${suffix}`];
    const { exitCode, stderr, files } = await runCli(args, { files: { run: report } });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('is the name of two outputs');
    expect(Object.keys(files)).toEqual(['run']);
  },
);
