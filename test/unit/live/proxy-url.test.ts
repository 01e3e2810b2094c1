import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HeldCalls } from '../../../src/commands/gateway/held-calls.ts';
import { servedMock } from '../../../src/features/mock/mock-answers.ts';
import { parseMockFile } from '../../../src/features/mock/mock-file.ts';
import { connect } from '../../../src/live/connect.ts';
import { serveOnHttp } from '../../../src/live/serve-http.ts';
import { type ProtocolChoice, readProtocol } from '../../../src/mcp/protocol.ts';
import { openApprovalsFolder } from '../../../src/node/approvals-folder.ts';
import { sha256 } from '../../../src/node/sha256.ts';
import { builtProgram } from '../../support/packed.ts';

const PROGRAM = await builtProgram();
const { resolve: find } = createRequire(import.meta.url);
const EVERYTHING = find('@modelcontextprotocol/server-everything/dist/index.js');

let folder = '';
const endings: (() => void)[] = [];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-proxy-url-')));
  writeFileSync(
    at('rules.yml'),
    `version: "1"
policies:
  - { name: No deletes, toolPattern: "delete_*", action: deny }
  - { name: Hold sums, toolPattern: "get-sum", action: require_approval }
  - { name: No secrets, toolPattern: "*", action: deny, signalCategory: secret }
`,
  );
});
afterEach(() => {
  for (const end of endings.splice(0)) end();
  rmSync(folder, { recursive: true });
});

const at = (name: string) => join(folder, name);
const held = () => new HeldCalls(openApprovalsFolder(at('approvals')), sha256);
const records = () =>
  readFileSync(at('audit.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

function start(args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const child = spawn(process.execPath, args, { stdio: 'pipe', env });
  endings.push(() => child.kill('SIGKILL'));
  return child;
}

async function said(child: ChildProcess, what: RegExp): Promise<string> {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (text += piece));
  for (;;) {
    const found = what.exec(text);
    if (found) return found[1] ?? '';
    if (child.exitCode !== null) throw new Error(text);
    await setTimeout(20);
  }
}

/** Starts a proxy in front of a URL, and returns the one at which it listens. */
async function proxy(url: string) {
  const child = start([
    ...[...PROGRAM, 'gateway', 'proxy', '--policies', at('rules.yml'), '--server', 'all'],
    ...['--audit-log', at('audit.ndjson'), '--approvals-dir', at('approvals'), '--url', url],
  ]);
  return { child, url: await said(child, /listening on (http:\S+)\n/) };
}

async function open(url: string, protocol: string) {
  const { signal } = new AbortController();
  const choice = readProtocol(protocol) as ProtocolChoice;
  return connect({ kind: 'http', url, headers: {} }, { timeout: 60_000, signal, protocol: choice });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(20);
}

describe('gateway proxy --url between the official client and servers', () => {
  it('lets sessions of the server for everything through, holds and denies, and logs without flips', async () => {
    const port = await freePort();
    const server = start([EVERYTHING, 'streamableHttp'], { ...process.env, PORT: String(port) });
    await said(server, /(listening)/i);
    const { url, child } = await proxy(`http://127.0.0.1:${port}/mcp`);
    const [direct, behind] = await Promise.all([
      open(`http://127.0.0.1:${port}/mcp`, 'legacy'),
      open(url, 'legacy'),
    ]);
    const tools = await behind.listTools();
    expect(tools).toEqual(await direct.listTools());
    const named = (name: string) => tools.find((tool) => tool.name === name) as (typeof tools)[number];
    const message = { message: 'hello' };
    expect(await behind.callTool(named('echo'), message)).toEqual(
      await direct.callTool(named('echo'), message),
    );
    const sum = behind.callTool(named('get-sum'), { a: 1, b: 2 });
    await until(() => held().ids().length === 1);
    held().decide(held().ids()[0] ?? '', { verdict: 'approved', by: 'ann', at: Date.now() });
    expect(JSON.stringify(await sum)).toContain('3');
    const secret = await behind.callTool(named('echo'), { message: `AKIA${'IOSFODNN7QWERTYU'}` });
    expect(JSON.stringify(secret)).toContain('denied by policy `No secrets`');
    await Promise.all([direct.close(), behind.close()]);
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    expect(records().map(({ decision, approval, ip }) => [decision, approval?.state, ip])).toEqual([
      ['allow', undefined, '127.0.0.1'],
      ['require_approval', 'approved', '127.0.0.1'],
      ['deny', undefined, '127.0.0.1'],
    ]);
    const backtest = start([
      ...[...PROGRAM, 'gateway', 'backtest', '--policies', at('rules.yml'), '--after', at('rules.yml')],
      ...['--audit-log', at('audit.ndjson'), '--json'],
    ]);
    let report = '';
    backtest.stdout.on('data', (piece) => (report += piece));
    await once(backtest, 'close');
    expect(JSON.parse(report)).toMatchObject({ total: 3, unknown: 0, drift: { total: 0, unknown: 0 } });
  }, 120_000);

  it.each(['legacy', 'modern'])(
    'speaks the %s protocol',
    async (protocol) => {
      const ending = new AbortController();
      endings.push(() => ending.abort());
      const tools = JSON.stringify([{ name: 'get_text' }, { name: 'delete_all' }]);
      const served = servedMock((await parseMockFile(tools, 'tools.json')).server);
      const upstream = await new Promise<string>((resolve, reject) => {
        const { signal } = ending;
        const settings = { protocol: 'both', port: 0, signal, onFault: () => {}, onReady: resolve } as const;
        serveOnHttp(served, settings).catch(reject);
      });
      const { url } = await proxy(upstream);
      const connection = await open(url, protocol);
      const listed = await connection.listTools();
      expect(listed.map(({ name }) => name)).toEqual(['get_text']);
      const [tool] = listed;
      if (!tool) throw new Error('no tool is listed');
      expect(await connection.callTool(tool, {})).toMatchObject({ kind: 'result' });
      const denied = await connection.callTool({ ...tool, name: 'delete_all' }, {});
      expect(JSON.stringify(denied)).toContain('denied by policy `No deletes`');
      await connection.close();
    },
    120_000,
  );
});

describe('gateway proxy', () => {
  it.each([
    [['--url', 'http://127.0.0.1:1/mcp', '--', 'node'], 'found both a command and --url'],
    [['--listen', '127.0.0.1:0', '--', 'node'], '--listen needs --url'],
    [['--allow-remote', '--', 'node'], '--allow-remote needs --url'],
    [['--header', 'a: b', '--', 'node'], '--header needs --url'],
    [['--url', 'http://127.0.0.1:1/mcp', '--listen', '0.0.0.0:0'], 'must be an address of this machine'],
    [[], 'no server is given'],
  ])(
    'refuses %j',
    async (args, message) => {
      const child = start([...PROGRAM, 'gateway', 'proxy', '--policies', at('rules.yml'), ...args]);
      let text = '';
      child.stderr.on('data', (piece) => (text += piece));
      const [code] = await once(child, 'close');
      expect([code, text]).toEqual([2, expect.stringContaining(message)]);
    },
    60_000,
  );
});
