import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ProbeReport } from '../../../src/features/probe/report-schema.ts';
import { processesWith } from '../../support/processes.ts';
import { runCli } from '../../support/run-cli.ts';

const modules = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-servers-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Probes a server; the folder in its arguments tells its processes from others. */
async function probe(args: readonly string[]): Promise<{ exitCode: number; report: ProbeReport }> {
  const { exitCode, stdout, stderr } = await runCli(['probe', '--format', 'json', ...args]);
  expect(stderr).toBe('');
  return { exitCode, report: JSON.parse(stdout) };
}

const start = (server: string, ...args: string[]) => [
  '--',
  process.execPath,
  join(modules, server, 'dist/index.js'),
  ...args,
];

/** Every tool says what was done with it, and why. */
function expectReasons({ tools }: ProbeReport): void {
  expect(tools.length).toBeGreaterThan(4);
  for (const { outcome, reason, calls, decided_by } of tools) {
    expect(decided_by.kind).toBeDefined();
    expect({ isSkipped: outcome === 'skipped', calls: calls > 0 }).toEqual({
      isSkipped: reason !== null,
      calls: reason === null,
    });
  }
}

describe('probe against real servers', () => {
  it('reads files and destroys none', async () => {
    writeFileSync(join(folder, 'kept.txt'), 'kept');
    const { exitCode, report } = await probe(start('server-filesystem', folder));
    expect(exitCode).toBe(0);
    expectReasons(report);
    expect(readdirSync(folder)).toContain('kept.txt');
    const skipped = report.tools.filter(({ outcome }) => outcome === 'skipped').map(({ name }) => name);
    expect(skipped).toEqual(['write_file', 'edit_file', 'move_file']);
    expect(processesWith(folder)).toEqual([]);
  });

  it('holds back tools that delete memories', async () => {
    const { exitCode, report } = await probe(start('server-memory', folder));
    expect(exitCode).toBe(0);
    expectReasons(report);
    expect(report.counts).toMatchObject({ skipped: 3, 'protocol-error': 0 });
    expect(processesWith(folder)).toEqual([]);
  });

  it('calls tools of every kind, but starts no task', async () => {
    const few = ['echo', 'get-sum', 'get-structured-content', 'toggle-subscriber-updates'];
    const flags = [...few, 'simulate-research-query'].flatMap((name) => ['--tool', name]);
    const { exitCode, report } = await probe([...flags, ...start('server-everything', 'stdio', folder)]);
    expect(exitCode).toBe(0);
    expectReasons(report);
    expect(report.counts).toMatchObject({ ok: 4, skipped: 1 });
    expect(processesWith(folder)).toEqual([]);
  });

  it('talks over HTTP', async () => {
    const port = await freePort();
    const [, program = '', ...args] = start('server-everything', 'streamableHttp', folder);
    const server = spawn(program, args, { env: { ...process.env, PORT: String(port) }, stdio: 'pipe' });
    try {
      await new Promise((resolve) => server.stderr.once('data', resolve));
      const { exitCode, report } = await probe(['--tool', 'echo', '--url', `http://127.0.0.1:${port}/mcp`]);
      expect(exitCode).toBe(0);
      expect(report).toMatchObject({ transport: 'http', calls: 2, counts: { ok: 1 } });
    } finally {
      server.kill('SIGKILL');
    }
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
