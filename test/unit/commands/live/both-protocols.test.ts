import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from '../../../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcptest-both-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const server = join(import.meta.dirname, '../../../support/both-server.mjs');
const eras = join(import.meta.dirname, '../../../support/era-server.mjs');
let runs = 0;

async function both(argv: readonly string[], how: object = {}) {
  const record = join(folder, `${runs++}.txt`);
  const command = [process.execPath, server, JSON.stringify({ record, ...how })];
  const result = await runCli([...argv, '--protocol', 'both', '--', ...command]);
  const calls = existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : [];
  return { ...result, calls };
}

describe('mcptest probe --protocol both', () => {
  it('probes in both protocols, and calls what changes something only once', async () => {
    const { exitCode, stdout, calls } = await both(['probe', '--json']);
    const report = JSON.parse(stdout);
    expect(exitCode).toBe(0);
    expect(report).toMatchObject({
      schema_version: 'mcptest.dev/probe-comparison/v1',
      accepted: true,
      differences: [],
      reports: [{ server: { protocol: '2026-07-28' } }, { server: { protocol: '2025-11-25' } }],
    });
    expect(report.reports[1].tools[1]).toMatchObject({ outcome: 'skipped', reason: 'called-before' });
    expect(calls).toEqual(['modern get_a', 'modern get_a', 'modern add_b', 'legacy get_a', 'legacy get_a']);
  });

  it('is not accepted when an answer or a list differs', async () => {
    const { exitCode, stdout } = await both(['probe'], { odd: true, only: true });
    expect(exitCode).toBe(1);
    expect(stdout).toContain('2 tools differ between the two protocols');
    expect(stdout).toContain('get_a: answers differ: /content/0/text: first `"new"`, then `"old"`');
    expect(stdout).toContain('get_c: is listed in 2026-07-28, and not in 2025-11-25');
  });

  it('does not compare what may differ', async () => {
    const flags = ['--volatile', '/content/0/text'];
    expect(await both(['probe', ...flags], { odd: true })).toMatchObject({ exitCode: 0 });
  });

  it('shares --max-calls between the two', async () => {
    const { exitCode, calls } = await both(['probe', '--max-calls', '3']);
    expect({ exitCode, calls: calls.length }).toEqual({ exitCode: 7, calls: 3 });
  });

  it('fails when the server speaks one of them only', async () => {
    const command = [process.execPath, eras, JSON.stringify({ speaks: ['legacy'] })];
    const { exitCode, stderr, stdout } = await runCli(['probe', '--protocol', 'both', '--', ...command]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('does not speak modern MCP');
  });
});

describe('mcptest scaffold --protocol both', () => {
  it('writes a suite that runs in both protocols, without tools that one of them lacks', async () => {
    const { exitCode, stdout, files, calls } = await both(['scaffold', '--out', 's.yml'], { only: true });
    expect({ exitCode, calls }).toEqual({ exitCode: 0, calls: [] });
    expect(stdout).toContain('no tests for tools that are listed in one protocol only: get_c (modern)');
    expect(files['s.yml']).toContain('matrix: { protocol: ["legacy", "modern"] }');
    expect(files['s.yml']).not.toContain('get_c');
    const ran = await runCli(['run', 's.yml', '--json'], { files });
    const names = JSON.parse(ran.stdout).tests.map(({ name }: { name: string }) => name);
    expect(names).toContain('get_a: happy path [modern]');
    expect(names).toContain('get_a: happy path [legacy]');
    expect(ran.exitCode).toBe(0);
  });
});

it('scaffold writes no file when no tool is listed in both protocols', async () => {
  const { exitCode, stderr, files } = await both(['scaffold', '--out', 's.yml'], { apart: true });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('no tool is listed in both protocols: get_a (modern), add_b (legacy)');
  expect(files).not.toHaveProperty('s.yml');
});

it.each(['snapshot', 'init'])('%s refuses both', async (command) => {
  const { exitCode, stderr } = await both([command]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('--protocol both is for probe, scaffold and run');
});
