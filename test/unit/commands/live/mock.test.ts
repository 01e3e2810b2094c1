import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { builtProgram } from '../../../support/packed.ts';
import { runCli } from '../../../support/run-cli.ts';

const root = join(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'mcptest-mock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAM = await builtProgram();
const RECORDS = join(root, 'examples/records/records.yaml');

const INITIALIZE = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
})}\n`;

/** Starts a mock in a process of its own; `until` is looked for in what it writes. */
function start(flags: readonly string[], until: string) {
  const child = spawn(process.execPath, [...PROGRAM, 'mock', '--tools-from', RECORDS, ...flags], {
    cwd: root,
  });
  const written = { stdout: '', stderr: '' };
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const ready = new Promise<void>((resolve) => {
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].on('data', (chunk) => {
        written[stream] += chunk;
        if (written[stream].includes(until)) resolve();
      });
    }
  });
  return { child, written, ended, ready };
}

describe('mcptest mock', () => {
  it('ends with its input', async () => {
    const { child, written, ended } = start([], 'records');
    child.stdin.end(INITIALIZE);
    expect(await ended).toBe(0);
    expect(JSON.parse(written.stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'records' } } });
    expect(written.stderr).toBe('');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends cleanly at %s, on stdio and over HTTP', async (signal) => {
    const stdio = start([], '"records"');
    stdio.child.stdin.write(INITIALIZE);
    await stdio.ready;
    stdio.child.kill(signal);
    expect(await stdio.ended).toBe(0);

    const http = start(['--port', '0'], '/mcp');
    await http.ready;
    http.child.kill(signal);
    expect(await http.ended).toBe(0);
    expect(http.written.stdout).toBe('');
    expect(http.written.stderr).toMatch(/^records, 2 tools: http:\/\/127\.0\.0\.1:\d+\/mcp\n$/);
  });

  it('requires a valid file and a valid port', async () => {
    expect((await runCli(['mock'])).exitCode).toBe(2);
    expect((await runCli(['mock', '--tools-from', 'none.yaml'])).exitCode).toBe(2);
    expect((await runCli(['mock', '--tools-from', '-'])).stderr).toContain('must be a file');
    const files = { 'm.yaml': 'mock_server: { name: a, tools: [{ name: b, responce: {} }] }' };
    const wrong = await runCli(['mock', '--tools-from', 'm.yaml'], { files });
    expect(wrong.stderr).toContain('did you mean `response`?');
    expect(wrong.exitCode).toBe(2);
    expect((await runCli(['mock', '--tools-from', 'm.yaml', '--port', '70000'], { files })).exitCode).toBe(2);
  });
});

describe('mcptest mock --protocol', () => {
  const MOCK = ['mock', '--tools-from', RECORDS, '--protocol'];

  it.each([
    ['legacy', 'legacy', 0],
    ['legacy', 'modern', 2],
    ['modern', 'modern', 0],
    ['modern', 'legacy', 2],
    ['both', 'legacy', 0],
    ['both', 'modern', 0],
    ['2025-06-18', '2025-06-18', 0],
    ['2025-06-18', '2025-11-25', 2],
  ])('%s: a client that speaks %s, on stdio and over HTTP', async (spoken, asked, code) => {
    const program = [process.execPath, ...PROGRAM, ...MOCK, spoken];
    const stdio = await runCli(['snapshot', '--protocol', asked, '--', ...program]);
    expect([stdio.exitCode, stdio.stderr]).toEqual([
      code,
      code === 0 ? '' : expect.stringMatching(/does not speak|no revision of MCP|Unsupported|speaks only/),
    ]);
    const { child, written, ended, ready } = start(['--port', '0', '--protocol', spoken], '/mcp');
    await ready;
    const url = /http:\S+/.exec(written.stderr)?.[0] ?? '';
    const http = await runCli(['snapshot', '--protocol', asked, '--url', url]);
    child.kill('SIGTERM');
    await ended;
    expect([http.exitCode, http.stdout]).toEqual([code, stdio.stdout]);
  });

  it('knows the revisions', async () => {
    const { exitCode, stderr } = await runCli([...MOCK, 'legcy']);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('did you mean `legacy`?')]);
  });
});

describe('the example of the spec', () => {
  const SERVER = [process.execPath, ...PROGRAM, 'mock', '--tools-from', RECORDS];

  it('is probed: the reading tool runs, the destructive one is refused', async () => {
    const { exitCode, stdout } = await runCli(['probe', '--format', 'json', '--', ...SERVER]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).tools).toMatchObject([
      { name: 'search_records', class: 'ReadOnly', outcome: 'ok', stability: 'same' },
      { name: 'delete_record', class: 'Destructive', outcome: 'skipped', reason: 'refused' },
    ]);
  });

  it('is scaffolded: the destructive tool is below the marker', async () => {
    const { exitCode, files, stdout } = await runCli([
      'scaffold',
      '--observe',
      '--out',
      's.yml',
      '--',
      ...SERVER,
    ]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('1 answer observed');
    const suite = files['s.yml'] ?? '';
    expect(suite).toContain('text: "0 records"');
    expect(suite.match(/# review before first run.*\n.*\n.*/g)).toEqual([
      expect.stringContaining('tool: "delete_record"'),
    ]);
  });

  it('is a snapshot too', async () => {
    const file = join(folder, 'tools.json');
    writeFileSync(file, JSON.stringify({ tools: [{ name: 'list', outputSchema: { required: ['a'] } }] }));
    const server = [process.execPath, ...PROGRAM, 'mock', '--tools-from', file];
    const { stdout } = await runCli(['probe', '--format', 'json', '--', ...server]);
    expect(JSON.parse(stdout).tools).toMatchObject([{ name: 'list', outcome: 'ok', stability: 'same' }]);
  });
});

it('says how a file is named', async () => {
  const { exitCode, stderr } = await runCli(['mock', 'mock.yaml']);
  expect(exitCode).toBe(2);
  expect(stderr).toBe(
    'error: too many arguments: `mock.yaml`\n' +
      '  help: pass a mock manifest (YAML), or a tools/list result (JSON) with --tools-from\n',
  );
});
