import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtProgram } from '../../support/packed.ts';
import { processesWith } from '../../support/processes.ts';

const PROGRAM = await builtProgram();
const EVERYTHING = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);

let folder = '';
const running: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-record-'));
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

interface Row {
  readonly dir?: string;
  readonly frame?: unknown;
  readonly closed?: object;
}

const tape = () => join(folder, 't.jsonl');
const rows = (): Row[] =>
  readFileSync(tape(), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line));

function start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, args, { stdio: 'pipe', env: { ...process.env, ...env } });
  running.push(child);
  return child;
}

const record = (rest: readonly string[], env?: Record<string, string>) =>
  start([...PROGRAM, 'record', '--out', tape(), ...rest], env);

async function endOf(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = '';
  child.stderr?.on('data', (piece) => {
    said += piece;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

/** A server of one line that echoes what it gets under `result`. */
const ECHO = `require('node:readline').createInterface({input: process.stdin}).on('line', (line) => {
  const { id, params } = JSON.parse(line);
  if (params === 'die') process.exit(4);
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result: params }));
})`;

const ask = (id: number, params: unknown) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'm', params })}\n`;

describe('record', () => {
  it('keeps the tape of a server that dies, and exits 1', async () => {
    const child = record(['--', process.execPath, '-e', ECHO]);
    child.stdin?.write(ask(1, 'a') + ask(2, 'die'));
    const { code, said } = await endOf(child);
    expect(said).toContain('recorded 3 messages');
    expect(said).toContain('the server ended with code 4; the tape ends there');
    expect(code).toBe(1);
    expect(rows().at(-1)).toMatchObject({ closed: { by: 'server', code: 4 } });
    expect(readdirSync(folder)).toEqual(['t.jsonl']);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'finishes the tape on %s, and leaves no process',
    async (signal) => {
      const mark = `marked-${process.pid}-${signal}`;
      const child = record([
        '--',
        process.execPath,
        '-e',
        `${ECHO}; process.on('SIGTERM', () => {}) // ${mark}`,
      ]);
      child.stdin?.write(ask(1, 'a'));
      await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
      child.kill(signal);
      const { code } = await endOf(child);
      expect(code).toBe(0);
      expect(rows().map(({ dir, closed }) => dir ?? closed)).toEqual([
        'to_server',
        'to_client',
        { by: 'user' },
      ]);
      expect(processesWith(mark)).toEqual([]);
      expect(readdirSync(folder)).toEqual(['t.jsonl']);
    },
  );

  it('writes no secret to the disk at any time', async () => {
    const secret = 'swordfish-4711';
    const child = record(['--redact-env', 'MY_SECRET', '--', process.execPath, '-e', ECHO], {
      MY_SECRET: secret,
    });
    child.stdin?.write(ask(1, { text: `it is ${secret}`, api_key: 'other', again: btoa(`user:${secret}`) }));
    const [answer] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    // the client gets it as it is
    expect(String(answer)).toContain(secret);
    for (const name of readdirSync(folder))
      expect(readFileSync(join(folder, name), 'utf8')).not.toContain(secret);
    child.stdin?.end();
    expect((await endOf(child)).code).toBe(0);
    const text = readFileSync(tape(), 'utf8');
    expect(text).toContain('it is [redacted:MY_SECRET]');
    expect(text).not.toMatch(/swordfish|"other"|c3dvcmRmaXNo/);
  });

  it('writes no tape, and exits 2, when a message has too many values to be looked through', async () => {
    const child = record(['--', process.execPath, '-e', ECHO]);
    child.stdout?.resume();
    child.stdin?.end(`{"jsonrpc":"2.0","id":1,"method":"m","params":[${'0,'.repeat(300_000)}0]}\n`);
    const { code, said } = await endOf(child);
    expect([code, said]).toEqual([2, expect.stringContaining('a message with more than 250000 values')]);
    expect(existsSync(tape())).toBe(false);
  });

  it('writes no tape, and exits 2, when it could hold a secret', async () => {
    const child = record(['--', process.execPath, '-e', `console.log('x'.repeat(17 * 2 ** 20)); ${ECHO}`]);
    child.stdout?.resume();
    child.stdin?.end(ask(1, 'a'));
    const { code, said } = await endOf(child);
    expect(said).toContain('too long to be searched for secrets');
    expect(code).toBe(2);
    expect(existsSync(tape())).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('records an official server over HTTP, which is replayed', { timeout: 100_000 }, async () => {
    const port = await freePort();
    const server = start([EVERYTHING, 'streamableHttp'], { PORT: String(port) });
    server.stdout?.resume();
    server.stderr?.resume();
    const direct = `http://127.0.0.1:${port}/mcp`;
    while (!(await fetch(direct).catch(() => undefined))) await setTimeout(100);
    const recording = record(['--url', direct]);
    const first = await talk(await urlOf(recording));
    recording.kill('SIGTERM');
    expect((await endOf(recording)).code).toBe(0);
    expect(first.length).toBe(4);
    const replay = start([...PROGRAM, 'serve', '--tape', tape(), '--listen', '127.0.0.1:0']);
    expect(await talk(await urlOf(replay))).toEqual(first);
    replay.kill('SIGTERM');
    expect((await endOf(replay)).code).toBe(0);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function urlOf(child: ChildProcess): Promise<string> {
  let said = '';
  for await (const piece of child.stderr ?? []) {
    said += piece;
    const [, url] = /listening on (\S+)/.exec(said) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(said);
}

/** Speaks with a server, and returns the texts of its answers. */
async function talk(url: string): Promise<string[]> {
  const answers: string[] = [];
  let session = '';
  const post = async (message: object) => {
    const response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session !== '' && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' }),
      },
    });
    session ||= response.headers.get('mcp-session-id') ?? '';
    const text = await response.text();
    const found = [...text.matchAll(/^(?:data: )?(\{.*\})$/gm)].map(([, data = '']) => data);
    answers.push(...found.filter((data) => !data.includes('"method"')));
  };
  const clientInfo = { name: 't', version: '1' };
  await post({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
  });
  await post({ method: 'notifications/initialized' });
  await post({ id: 1, method: 'tools/list' });
  await post({ id: 2, method: 'tools/call', params: { name: 'echo', arguments: { message: 'hi' } } });
  await post({ id: 3, method: 'tools/call', params: { name: 'none', arguments: {} } });
  return answers;
}
