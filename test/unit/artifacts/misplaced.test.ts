import { describe, expect, it } from 'vitest';
import type { ArtifactKind } from '../../../src/artifacts/kinds.ts';
import { refusal } from '../../support/load.ts';

const SARIF = { version: '2.1.0', runs: [{ results: [] }] };
const SEMGREP = { results: [], errors: [{ level: 'error' }], paths: { scanned: [] } };
const VITEST = { numTotalTests: 1, numPassedTests: 1, testResults: [], success: true };
const CTRF = { reportFormat: 'CTRF', results: { tool: { name: 't' }, summary: {}, tests: [] } };
const CHAT = Array.from({ length: 87 }, (_, index) => ({
  role: index % 2 ? 'assistant' : 'user',
  content: 'x',
}));
const ESLINT = [{ filePath: 'a.js', messages: [], errorCount: 0 }];
const GO = [
  { Action: 'run', Package: 'a', Test: 'T' },
  { Action: 'pass', Package: 'a', Test: 'T', Elapsed: 0 },
  { Action: 'pass', Package: 'a', Elapsed: 0 },
]
  .map((event) => JSON.stringify({ Time: '2026-06-01T12:00:00Z', ...event }))
  .join('\n');
const JUNIT = '<testsuite tests="1"><testcase name="a"/></testsuite>';

describe('a file of another kind than its flag', () => {
  it.each<[ArtifactKind, string, unknown, string, string]>([
    [
      'run-report',
      'SARIF',
      SARIF,
      'is SARIF 2.1.0, a security scan, not a run report',
      'pass it with --security',
    ],
    ['evidence', 'SARIF', SARIF, 'not an evidence artifact', 'pass it with --security'],
    [
      'run-report',
      'a scan that failed',
      SEMGREP,
      'is Semgrep JSON, a security scan',
      'pass it with --security',
    ],
    [
      'conformance-report',
      'a scan of mcptest',
      { findings: [{ severity: 'low', message: 'x' }] },
      'is a security scan, not a conformance report',
      'pass it with --security',
    ],
    [
      'security',
      'JUnit XML',
      JUNIT,
      'is JUnit XML, a run report, not a security scan',
      'pass it with --run-report',
    ],
    [
      'judge-cert',
      'TAP',
      'TAP version 13\n1..1\nok 1\n',
      'is TAP 13/14, a run report',
      'pass it with --run-report',
    ],
    [
      'security',
      'JSON lines of go test',
      GO,
      'a run report, not a security scan',
      'pass it with --run-report',
    ],
    [
      'security',
      'an error page',
      '<!DOCTYPE html><p>401</p>',
      'is an HTML page, not a security scan',
      'open it',
    ],
    [
      'security',
      'ShellCheck, which has the keys of hadolint too',
      [
        {
          file: 's.sh',
          line: 2,
          endLine: 2,
          column: 6,
          endColumn: 8,
          level: 'info',
          code: 2086,
          message: 'm',
          fix: null,
        },
      ],
      'is the JSON of ShellCheck, not a security scan',
      'let it write SARIF, and pass that with --security: with `shellcheck-sarif`',
    ],
    [
      'security',
      'hadolint',
      [{ code: 'DL3006', column: 1, file: 'Dockerfile', level: 'warning', line: 1, message: 'm' }],
      'is the JSON of hadolint, not a security scan',
      'let it write SARIF, and pass that with --security: `--format sarif`',
    ],
    ['security', 'Vitest', VITEST, 'a run report, not a security scan', 'pass it with --run-report'],
    ['security', 'CTRF', CTRF, 'a run report, not a security scan', 'pass it with --run-report'],
    [
      'security',
      'results of the official suite',
      [{ id: 'a', name: 'A', status: 'SUCCESS' }],
      'a conformance report, not a security scan',
      'pass it with --conformance-report',
    ],
    [
      'run-report',
      'a recording',
      CHAT,
      'is a recording of an agent (',
      'replay it with `mcptest scenario run`',
    ],
    ['security', 'ESLint', ESLINT, 'is the JSON of ESLint, not a security scan', 'let it write SARIF'],
    [
      'run-report',
      'an SBOM',
      { bomFormat: 'CycloneDX', specVersion: '1.6' },
      'is an SBOM (CycloneDX)',
      'scan it with',
    ],
  ])('--%s says what it is: %s', async (kind, _, content, message, help) => {
    const text = await refusal(kind, content);
    expect(text).toContain(`f.json:1:1: error: ${message.startsWith('is') ? message : ''}`);
    expect(text).toContain(message);
    expect(text).toContain(`help: ${help}`);
  });

  it.each<[ArtifactKind, unknown, string]>([
    ['run-report', [1, 2], 'is not a run report: found a list of 2'],
    ['security', { results: [] }, 'results: is empty, and nothing shows that the file is a security scan'],
    ['security', '<checkstyle></checkstyle>', 'f.json:1:1: error: expected a value, found `<`'],
    ['security', '{"runs": [', 'f.json:1:'],
    ['judge-cert', { metrics: { ece: 2 } }, 'metrics.ece: must be'],
  ])('--%s gives its own reason if no one knows it %#', async (kind, content, message) => {
    expect(await refusal(kind, content)).toContain(message);
  });
});
