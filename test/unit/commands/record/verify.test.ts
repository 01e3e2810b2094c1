import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { processesWith } from '../../../support/processes.ts';
import { runCli } from '../../../support/run-cli.ts';

const STDIO_SERVER = join(import.meta.dirname, '../../../support/stdio-server.mjs');
const TAPE_SERVER = join(import.meta.dirname, '../../../support/tape-server.mjs');

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill();
});

function tapeOf(era: string, rows: readonly (readonly ['>' | '<', object])[]): string {
  const header = {
    schema_version: 'mcptest.dev/tape/v1',
    era,
    transport: 'stdio',
    client: {},
    server: {},
    redaction: { env: [], values: 0 },
  };
  const lines = rows.map(([dir, frame], t) => ({
    t,
    dir: dir === '>' ? 'to_server' : 'to_client',
    stream: 0,
    frame: { jsonrpc: '2.0', ...frame },
  }));
  return [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

const HELLO = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } };
const TEXT = (text: string) => ({ content: [{ type: 'text', text }] });

const LEGACY = tapeOf('legacy', [
  ['>', { id: 0, method: 'initialize', params: HELLO }],
  [
    '<',
    {
      id: 0,
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'recorder', version: '1.0.0' },
      },
    },
  ],
  ['>', { method: 'notifications/initialized' }],
  ['>', { id: 1, method: 'tools/call', params: { name: 'get_it', arguments: {} } }],
  ['<', { id: 1, result: TEXT('done') }],
]);

const told = (settings: object) => [
  '--',
  process.execPath,
  STDIO_SERVER,
  JSON.stringify({ tools: [{ name: 'get_it' }], mark: 'verified-by-this-test', ...settings }),
];

const verify = (tape: string, ...args: string[]) =>
  runCli(['record', 'verify', '--tape', 't.jsonl', ...args], { files: { 't.jsonl': tape } });

describe('record verify', () => {
  it('accepts a server that answers as recorded, and rejects one that does not', async () => {
    const same = await verify(LEGACY, ...told({}));
    expect(same.stdout).toContain('same: 2 of 2 requests answered as recorded');
    expect(same.exitCode).toBe(0);
    const other = await verify(LEGACY, ...told({ answers: { get_it: TEXT('other') } }));
    expect(other.stdout).toContain('result.content[0].text: recorded "done", now "other"');
    expect(other.exitCode).toBe(1);
    expect(processesWith('verified-by-this-test')).toEqual([]);
  });

  it('ends with a server that hangs, or dies, or says something else', async () => {
    const hangs = await verify(
      LEGACY,
      '--timeout',
      '1500ms',
      ...told({ answers: { get_it: 'hang' }, stubborn: true }),
    );
    expect(hangs.stdout).toContain('no-answer  tools/call get_it: the server did not answer in time');
    expect(hangs.exitCode).toBe(1);
    const dies = await verify(LEGACY, ...told({ answers: { get_it: 'exit' }, noise: 'hello\n' }));
    expect(dies.stdout).toContain('no-answer  tools/call get_it: the server has ended');
    expect(dies.exitCode).toBe(1);
    const never = await verify(LEGACY, ...told({ exit: 3 }));
    expect(never.stderr).toContain('ended with code 3 before it answered');
    expect(never.exitCode).toBe(2);
    expect(processesWith('verified-by-this-test')).toEqual([]);
  });

  it('exits 7 when nothing may be sent', async () => {
    const tape = tapeOf('legacy', [
      ['>', { id: 1, method: 'tools/call', params: { name: 'drop_it' } }],
      ['<', { id: 1, result: {} }],
    ]);
    const { exitCode, stdout } = await verify(tape, ...told({}));
    expect(stdout).toContain('nothing sent');
    expect(exitCode).toBe(7);
  });

  it.each(['legacy', 'modern'] as const)('speaks %s over HTTP', async (era) => {
    const child = spawn(process.execPath, [TAPE_SERVER, 'http'], { stdio: ['ignore', 'ignore', 'pipe'] });
    running.push(child);
    const url = await new Promise<string>((resolve) =>
      child.stderr.once('data', (piece) => resolve(String(piece).trim())),
    );
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const call = (text: string) => ({
      name: 'say',
      arguments: { text },
      ...(era === 'modern' && { _meta: meta }),
    });
    const result = (text: string) =>
      era === 'modern' ? { ...TEXT(text), resultType: 'complete', _meta: {} } : TEXT(text);
    const hello: (readonly ['>' | '<', object])[] =
      era === 'modern'
        ? []
        : [
            ['>', { id: 0, method: 'initialize', params: HELLO }],
            ['<', { id: 0, result: {} }],
          ];
    const tape = tapeOf(era, [
      ...hello,
      ['>', { id: 1, method: 'tools/call', params: call('a') }],
      ['<', { id: 1, result: result('a') }],
      ['>', { id: 2, method: 'tools/call', params: call('b') }],
      ['<', { id: 2, result: result('not b') }],
    ]);
    const { stdout, exitCode } = await verify(tape, '--url', url, '--json');
    const { requests } = JSON.parse(stdout);
    const outcomes = requests
      .filter(({ name }: { name?: string }) => name === 'say')
      .map((each: { outcome: string }) => each.outcome);
    expect(outcomes).toEqual(['same', 'differs']);
    expect(exitCode).toBe(1);
  });

  it('says when nothing listens at the URL', async () => {
    const { stderr, exitCode } = await verify(LEGACY, '--url', 'http://127.0.0.1:1/mcp');
    expect(stderr).toContain('cannot be reached');
    expect(exitCode).toBe(2);
  });
});
