import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/client';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { connect } from '../../../src/live/connect.ts';
import { PROTOCOL_VERSIONS, type ProtocolChoice, readProtocol } from '../../../src/mcp/protocol.ts';
import type { Target } from '../../../src/mcp/target.ts';
import { processesWith } from '../../support/processes.ts';
import { runCli } from '../../support/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcptest-eras-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let runs = 0;

function era(told: object): { command: string[]; target: Target; seen: () => string[] } {
  const record = join(folder, `${runs++}.txt`);
  const args = [
    join(import.meta.dirname, '../../support/era-server.mjs'),
    JSON.stringify({ ...told, record }),
  ];
  return {
    command: [process.execPath, ...args],
    target: { kind: 'stdio', command: process.execPath, args },
    seen: () => (existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : []),
  };
}

/** Connects, lists, closes; says which version was spoken and which tools there are, or why not. */
async function speak(target: Target, protocol: string | undefined, timeout = 20_000): Promise<string> {
  const { signal } = new AbortController();
  try {
    const choice = readProtocol(protocol) as ProtocolChoice;
    const connection = await connect(target, { timeout, signal, protocol: choice });
    const tools = await connection.listTools();
    await connection.close();
    return `${connection.server.protocol} ${tools.map(({ name }) => name)}`;
  } catch (error) {
    return (error as Error).message;
  }
}

const NEW = '2026-07-28 modern';
const OLD = '2025-03-26 legacy';

describe('the era that is spoken on stdio', () => {
  it.each([
    ['prefers the modern one', { speaks: ['legacy', 'modern'] }, undefined, NEW, 1],
    ['takes the legacy one on demand', { speaks: ['legacy', 'modern'] }, 'legacy', OLD, 1],
    ['takes one revision on demand', { speaks: ['legacy', 'modern'] }, '2025-06-18', '2025-06-18 legacy', 1],
    ['takes the modern one on demand', { speaks: ['legacy', 'modern'] }, 'modern', NEW, 1],
    ['falls back after an error, in the same process', {}, undefined, OLD, 1],
    ['falls back when nothing comes', { onUnknown: 'ignore' }, undefined, OLD, 1],
    ['starts a server anew that ends', { onUnknown: 'exit' }, undefined, OLD, 2],
    ['waits for a slow modern server', { speaks: ['modern'], slow: 3500 }, undefined, NEW, 2],
    ['waits for a slow server of both eras', { speaks: ['legacy', 'modern'], slow: 3500 }, undefined, NEW, 2],
    ['waits for a slow legacy server', { slow: 3500 }, undefined, OLD, 1],
  ] as const)('%s', async (_, told, protocol, spoken, starts) => {
    const { target, seen } = era(told);
    expect(await speak(target, protocol)).toBe(spoken);
    expect(seen().filter((word) => word === 'start')).toHaveLength(starts);
    expect(seen().filter((word) => word === 'tools/list')).toHaveLength(1);
    expect(processesWith(target.kind === 'stdio' ? (target.args[1] as string) : '')).toEqual([]);
  });

  it.each([
    [{}, 'modern', /does not speak modern MCP \(2026-07-28\); it speaks 2025-03-26$/],
    [{}, '2026-07-28', /does not speak MCP 2026-07-28; it speaks 2025-03-26$/],
    [{ onUnknown: 'exit' }, 'modern', /does not speak modern MCP \(2026-07-28\); it speaks 2025-03-26$/],
    [{ speaks: ['modern'] }, 'legacy', /does not speak legacy MCP \(.*\); it speaks 2026-07-28$/],
    [
      { speaks: ['modern'], onUnknown: 'exit' },
      '2025-11-25',
      /not speak MCP 2025-11-25; it speaks 2026-07-28$/,
    ],
    [{}, '2025-11-25', /does not speak MCP 2025-11-25; it speaks 2025-03-26$/],
    [{ speaks: ['modern', 'strange'] }, undefined, /speaks only other revisions of MCP: 2031-01-01$/],
  ])('is refused by name when the server does not speak it: %o %s', async (told, protocol, message) => {
    expect(await speak(era(told).target, protocol)).toMatch(message);
  });

  it('is the legacy one, on demand, of a server that is silent after a request that it does not know', async () => {
    const { target } = era({ onUnknown: 'stop' });
    expect(await speak(target, undefined, 4000)).toMatch(/did not answer within 4 s$/);
    expect(await speak(target, 'legacy')).toBe(OLD);
  });
});

let server: ReturnType<typeof createServer> | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A legacy server over HTTP that meets `server/discover` as told. */
async function legacyOverHttp(meet: (response: ServerResponse) => void): Promise<Target> {
  server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    let body = '';
    for await (const chunk of request) body += chunk;
    const { id, method } = JSON.parse(body);
    if (method === 'server/discover') return meet(response);
    if (id === undefined) return response.writeHead(202).end();
    const serverInfo = { name: 'old', version: '1' };
    const result =
      method === 'initialize'
        ? { protocolVersion: '2025-03-26', capabilities: { tools: {} }, serverInfo }
        : { tools: [{ name: 'legacy', inputSchema: { type: 'object' } }] };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { kind: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} };
}

describe('the era that is spoken over HTTP', () => {
  it.each([400, 404, 405, 406, 500, 501])('is the legacy one after HTTP %d', async (status) => {
    expect(await speak(await legacyOverHttp((response) => response.writeHead(status).end()), undefined)).toBe(
      OLD,
    );
  });

  it('is the legacy one after an answer that is not JSON, or a server that never answers what it does not know', async () => {
    const page = await legacyOverHttp((response) => response.writeHead(200).end('<html>'));
    expect(await speak(page, undefined)).toBe(OLD);
    expect(await speak(await legacyOverHttp(() => {}), undefined)).toBe(OLD);
  });

  it.each([401, 403])('is not looked for after HTTP %d', async (status) => {
    const target = await legacyOverHttp((response) => response.writeHead(status).end());
    expect(await speak(target, undefined)).toContain(`refused the connection: HTTP ${status}`);
  });
});

describe('--protocol', () => {
  it('knows the revisions of the SDK', () => {
    expect(PROTOCOL_VERSIONS.legacy).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
  });

  it('says in the report of a probe what was spoken', async () => {
    const command = ['--format', 'json', '--dry-run', '--', ...era({ speaks: ['legacy', 'modern'] }).command];
    const { stdout } = await runCli(['probe', '--protocol', 'legacy', ...command]);
    expect(JSON.parse(stdout).server.protocol).toBe('2025-03-26');
  });

  it('both is refused where one list is written', async () => {
    const { exitCode, stderr } = await runCli(['snapshot', '--protocol', 'both', '--', 'node']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--protocol both is for probe, scaffold and run');
  });

  it.each([
    ['modernn', 'found `modernn`\n  help: did you mean `modern`?'],
    ['2025-06-17', 'did you mean `2025-06-18`?'],
  ])('is refused: %s', async (value, message) => {
    for (const command of [['probe'], ['scaffold', '--out', 's.yml']]) {
      const { exitCode, stderr } = await runCli([...command, '--protocol', value, '--', 'node']);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(message);
    }
  });
});
