import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HeldCalls } from '../../../src/commands/gateway/held-calls.ts';
import { connect } from '../../../src/live/connect.ts';
import { type ProtocolChoice, readProtocol } from '../../../src/mcp/protocol.ts';
import { openApprovalsFolder } from '../../../src/node/approvals-folder.ts';
import { sha256 } from '../../../src/node/sha256.ts';
import { builtProgram } from '../../support/packed.ts';
import { processesWith } from '../../support/processes.ts';

const PROGRAM = await builtProgram();
const ECHO = join(import.meta.dirname, '../../support/echo-server.mjs');
const MODERN = join(import.meta.dirname, '../../support/modern-server.mjs');
const { resolve } = createRequire(import.meta.url);
const FILES = resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
const EVERYTHING = resolve('@modelcontextprotocol/server-everything/dist/index.js');

const RULES = `version: "1"
default: allow
policies:
  - { name: No deletes, toolPattern: "delete_*", action: deny }
  - { name: Hold moves, toolPattern: "move_*", action: require_approval }
  - { name: No secrets, toolPattern: "*", action: deny, signalCategory: secret }
`;

let folder = '';
const running: ChildProcess[] = [];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-proxy-')));
  writeFileSync(at('rules.yml'), RULES);
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const at = (name: string) => join(folder, name);
const proxyArgs = (server: readonly string[], flags: readonly string[] = []) => [
  ...PROGRAM,
  ...[
    'gateway',
    'proxy',
    '--policies',
    at('rules.yml'),
    '--server',
    'files',
    '--audit-log',
    at('audit.ndjson'),
  ],
  ...['--approvals-dir', at('approvals'), ...flags, '--', process.execPath, ...server],
];
const lines = (name: string) =>
  existsSync(at(name))
    ? readFileSync(at(name), 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
    : [];
const records = () => lines('audit.ndjson').map((line) => JSON.parse(line));
const held = () => new HeldCalls(openApprovalsFolder(at('approvals')), sha256);

/** A client that speaks in lines with a proxy. */
class LineClient {
  readonly child: ChildProcess;
  readonly got: string[] = [];
  said = '';

  constructor(server: readonly string[], flags?: readonly string[]) {
    this.child = spawn(process.execPath, proxyArgs(server, flags), { stdio: 'pipe' });
    running.push(this.child);
    createInterface({ input: this.child.stdout as NodeJS.ReadableStream }).on('line', (line) =>
      this.got.push(line),
    );
    this.child.stderr?.on('data', (piece) => {
      this.said += piece;
    });
  }

  send(...texts: string[]): void {
    for (const text of texts) this.child.stdin?.write(`${text}\n`);
  }

  async answers(count: number): Promise<string[]> {
    await until(() => this.got.length >= count);
    return this.got;
  }

  async end(): Promise<number | null> {
    this.child.stdin?.end();
    if (this.child.exitCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }
}

/** Waits until something holds. The time of the test ends it otherwise. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(20);
}

const echo = (flags?: readonly string[]) =>
  new LineClient([ECHO, at('seen'), 'delete_all,read,move_it,move_*'], flags);
const call = (id: number | string, name: string, args: object = {}) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${JSON.stringify({ name, arguments: args })}}`;
const CANCEL = (id: number) =>
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });

describe('gateway proxy', () => {
  it('lets through, denies and records, in order', async () => {
    const client = echo();
    client.send(call(1, 'read'), call('9007199254740993', 'delete_all'), call('"a"', 'read'));
    const got = await client.answers(3);
    expect(got.filter((line) => line.includes('"ok"')).map((line) => JSON.parse(line).id)).toEqual([1, 'a']);
    expect(got.find((line) => line.includes('9007199254740993'))).toContain('denied by policy `No deletes`');
    expect(await client.end()).toBe(0);
    expect(lines('seen')).toEqual([call(1, 'read'), call('"a"', 'read')]);
    expect(records().map(({ tool, decision, server }) => [tool, decision, server])).toEqual([
      ['read', 'allow', 'files'],
      ['delete_all', 'deny', 'files'],
      ['read', 'allow', 'files'],
    ]);
  }, 60_000);

  it('lists what may be called, and all of it on demand', async () => {
    const list = '{"jsonrpc":"2.0","id":"l","method":"tools/list"}';
    const names = async (client: LineClient) => {
      client.send(list);
      const [line = ''] = await client.answers(1);
      await client.end();
      return JSON.parse(line).result.tools.map(({ name }: { name: string }) => name);
    };
    expect(await names(echo())).toEqual(['read', 'move_it', 'move_*']);
    expect(await names(echo(['--show-denied']))).toContain('delete_all');
  }, 60_000);

  it('passes a held call on once it is approved, and only once', async () => {
    const client = echo();
    client.send(call(1, 'move_it', { a: 1 }), call(2, 'read'));
    await client.answers(1);
    await until(() => held().ids().length === 1);
    const [id = ''] = held().ids();
    expect(held().find(id)?.held).toMatchObject({
      tool: 'move_it',
      arguments: { a: 1 },
      policy: 'Hold moves',
    });
    held().decide(id, { verdict: 'approved', by: 'ann', at: Date.now() });
    expect(JSON.parse((await client.answers(2))[1] ?? '')).toMatchObject({ id: 1, result: {} });
    client.send(call(3, 'move_it', { a: 1 }));
    await until(() => held().ids().length === 2);
    const other = held()
      .ids()
      .find((each) => each !== id) as string;
    held().decide(other, { verdict: 'denied', by: 'bob', at: Date.now() });
    expect((await client.answers(3))[2]).toContain('denied by `bob`');
    await client.end();
    expect(lines('seen').filter((line) => line.includes('move_it'))).toEqual([call(1, 'move_it', { a: 1 })]);
    expect(records().map(({ tool, approval }) => [tool, approval?.state, approval?.by])).toEqual([
      ['read', undefined, undefined],
      ['move_it', 'approved', 'ann'],
      ['move_it', 'denied', 'bob'],
    ]);
  }, 60_000);

  it('asks for one approval of a call that its server answers with a question, in the newer protocol', async () => {
    const SESSION = join(import.meta.dirname, '../../support/session-server.mjs');
    writeFileSync(at('rules.yml'), RULES.replace('move_*', 'book'));
    const client = new LineClient([SESSION, at('seen')], ['--hold', '1m']);
    const book = (id: number, more: object = {}, args: object = { a: 1 }) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: {
          name: 'book',
          arguments: args,
          ...more,
          _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
        },
      });
    const answers = { inputResponses: { it: { action: 'accept' } }, requestState: 'kept' };
    client.send(book(1));
    await until(() => held().ids().length === 1);
    held().decide(held().ids()[0] ?? '', { verdict: 'approved', by: 'ann', at: Date.now() });
    expect((await client.answers(1))[0]).toContain('input_required');
    client.send(book(2, answers));
    expect((await client.answers(2))[1]).toContain('accept');
    // neither a second time, nor with another state or other arguments
    client.send(book(3, answers), book(4, { ...answers, requestState: 'other' }), book(5, answers, { a: 2 }));
    await until(() => held().ids().length === 4);
    client.send(CANCEL(3), CANCEL(4), CANCEL(5));
    await until(() => records().length === 5);
    await client.end();
    expect(records().map(({ approval }) => approval.state)).toEqual([
      ...['approved', 'approved'],
      ...['abandoned', 'abandoned', 'abandoned'],
    ]);
  }, 60_000);

  it('records what it did not pass on, and lets a backtest leave it out', async () => {
    const client = echo();
    client.send(call(1, 'read'), '{"a":1,"a":2}', call(2, 'read').replace('"name"', '"Name"'));
    await client.answers(3);
    await client.end();
    expect(records().map(({ decision, fault }) => [decision, typeof fault])).toEqual([
      ['allow', 'undefined'],
      ['deny', 'string'],
      ['deny', 'string'],
    ]);
  }, 60_000);

  it('answers a call that nobody decided, and lets it pass after a late approval, even after a restart', async () => {
    const first = echo(['--hold', '200ms']);
    first.send(call(1, 'move_it'));
    const [answer = ''] = await first.answers(1);
    const [id = ''] = held().ids();
    expect(answer).toContain(`approve ${id}`);
    first.child.kill('SIGKILL');
    held().decide(id, { verdict: 'approved', by: 'ann', at: Date.now() });
    const second = echo(['--hold', '200ms']);
    second.send(call(1, 'move_it'));
    expect((await second.answers(1))[0]).toContain('"ok"');
    second.send(call(2, 'move_it'));
    expect((await second.answers(2))[1]).toContain('there is no decision yet');
    await second.end();
  }, 60_000);

  it('never runs a held call that was cancelled, and does not answer it', async () => {
    const client = echo();
    client.send(call(1, 'move_it'));
    await until(() => held().ids().length === 1);
    client.send(CANCEL(1));
    await until(() => records().length === 1);
    const [id = ''] = held().ids();
    expect(held().endOf(id)?.end).toBe('abandoned');
    client.send(call(2, 'read'));
    await client.answers(1);
    await client.end();
    expect(client.got).toHaveLength(1);
    expect(lines('seen')).toEqual([call(2, 'read')]);
    expect(records()[0]).toMatchObject({ tool: 'move_it', approval: { state: 'abandoned' } });
  }, 60_000);

  it('holds no call whose numbers it cannot compare', async () => {
    const client = echo();
    client.send(call(1, 'move_it').replace('{}', '{"account":9007199254740993}'));
    expect((await client.answers(1))[0]).toContain('no approval can be bound');
    await client.end();
    expect(held().ids()).toEqual([]);
  }, 60_000);

  it('passes on progress, batches, notifications and messages of 10 MB', async () => {
    const client = echo();
    const size = 10 * 2 ** 20;
    client.send(
      call(1, 'progress'),
      '{"jsonrpc":"2.0","method":"notifications/x"}',
      call(2, 'big', { size }),
      call(3, 'read', { text: 'y'.repeat(size) }),
      `[${call(4, 'read')},${call(5, 'delete_all')}]`,
    );
    const got = await client.answers(5);
    expect(JSON.parse(got[0] ?? '')).toMatchObject({ method: 'notifications/progress' });
    expect(got.map(({ length }) => length > size)).toEqual([false, false, true, false, false]);
    expect(JSON.parse(got[4] ?? '').map(({ id }: { id: number }) => id)).toEqual([4, 5]);
    await client.end();
    expect(lines('seen')[1]).toBe('{"jsonrpc":"2.0","method":"notifications/x"}');
    expect(lines('seen')[3]).toHaveLength(call(3, 'read', { text: '' }).length + size);
  }, 60_000);

  it('takes changed rules at once, keeps the old ones when they are faulty or gone, and says which decided', async () => {
    const client = echo();
    client.send(call(1, 'read'));
    await client.answers(1);
    writeFileSync(at('rules.yml'), `${RULES}  - { name: No reads, toolPattern: read, action: deny }\n`);
    await until(() => client.said.includes('has changed'));
    client.send(call(2, 'read'));
    expect((await client.answers(2))[1]).toContain('No reads');
    writeFileSync(at('rules.yml'), 'version: "1"\npolicies: [{}]\n');
    await until(() => client.said.includes('stay in force'));
    client.send(call(3, 'read'));
    expect((await client.answers(3))[2]).toContain('No reads');
    client.said = '';
    rmSync(at('rules.yml'));
    await until(() => client.said.includes('stay in force'));
    client.send(call(4, 'read'));
    expect((await client.answers(4))[3]).toContain('No reads');
    await client.end();
    const sets = records().map(({ ruleSet }) => ruleSet);
    expect(sets[0]).not.toBe(sets[1]);
    expect(new Set(sets.slice(1)).size).toBe(1);
  }, 60_000);

  it('denies calls when the log cannot be written', async () => {
    const client = echo();
    client.send(call(1, 'read'));
    await client.answers(1);
    // not a folder without permissions: the superuser may write everywhere
    rmSync(at('audit.ndjson'));
    mkdirSync(at('audit.ndjson'));
    client.send(call(2, 'read'));
    const [, answer] = await client.answers(2);
    expect(answer).toContain('the audit log cannot be written');
    await client.end();
  }, 60_000);

  it('does not start with rules that are faulty, without a server, or with approvals that others can open', async () => {
    const codeOf = async (args: readonly string[]) => {
      const child = spawn(process.execPath, args, { stdio: 'ignore' });
      const [code] = await once(child, 'close');
      return code;
    };
    chmodSync(folder, 0o755);
    expect(await codeOf(proxyArgs([ECHO], ['--approvals-dir', folder]))).toBe(2);
    writeFileSync(at('rules.yml'), 'policies: 1\n');
    expect(await codeOf(proxyArgs([ECHO]))).toBe(2);
    expect(await codeOf(proxyArgs([]).slice(0, -1))).toBe(2);
  }, 60_000);

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'leaves nothing running after %s',
    async (signal) => {
      const client = echo();
      client.send(call(1, 'read'), call(2, 'move_it'));
      await client.answers(1);
      client.child.kill(signal);
      await once(client.child, 'close');
      expect(processesWith(folder)).toEqual([]);
    },
    60_000,
  );

  it('ends with 1 when the server ends, and passes its standard error on', async () => {
    const client = new LineClient(['-e', 'console.error("bye"); process.exit(3)']);
    await once(client.child, 'close');
    expect(client.child.exitCode).toBe(1);
    expect(client.said).toContain('bye');
    expect(client.said).toContain('the server ended with code 3');
  }, 60_000);

  it('lets nothing past that a server could read as a denied call, whatever the framing', async () => {
    const client = echo();
    const piece = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        '"',
        '\\',
        ':',
        '\r',
        '\t',
        ' ',
        '\u0000',
        '\ufeff',
        'NaN',
        '1e999',
        '\u2028',
      ],
      ...[
        '"id":1',
        '"method":"tools/call"',
        '"method":"ping"',
        '"params":{"name":"delete_all"}',
        '"name":"delete_all"',
      ],
      ...[
        call(7, 'delete_all'),
        call(8, 'read'),
        '"\\u006dethod":"tools/call"',
        '"Method":"tools/call"',
        '"jsonrpc":"2.0"',
      ],
    );
    const texts = fc.sample(fc.array(piece, { maxLength: 8 }), { numRuns: 300, seed: 7 });
    for (const parts of texts) {
      client.send(parts.join(''), `{${parts.join(',')}}`, `{"jsonrpc":"2.0",${parts.join(',')}}`);
    }
    client.send(call('"end"', 'read'));
    await until(() => client.child.exitCode !== null || client.got.some((line) => line.includes('"end"')));
    expect(client.child.exitCode).toBeNull();
    await client.end();
    for (const line of lines('seen')) {
      const values = [JSON.parse(line)].flat();
      const calls = values.filter(({ method }) => method === 'tools/call');
      expect(calls.map(({ params }) => params.name)).not.toContain('delete_all');
    }
  }, 120_000);
});

describe('gateway proxy between the official client and servers', () => {
  async function open(server: readonly string[], protocol: string) {
    const { signal } = new AbortController();
    const choice = readProtocol(protocol) as ProtocolChoice;
    const target = { kind: 'stdio', command: process.execPath, args: proxyArgs(server) } as const;
    return connect(target, { timeout: 60_000, signal, protocol: choice });
  }

  it('reads files, and denies what the rules deny', async () => {
    writeFileSync(at('a.txt'), 'hello');
    writeFileSync(at('rules.yml'), RULES.replace('delete_*', 'write_*'));
    const connection = await open([FILES, folder], 'legacy');
    const tools = await connection.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toContain('read_text_file');
    expect(names).not.toContain('write_file');
    const read = tools.find(({ name }) => name === 'read_text_file') as (typeof tools)[number];
    expect(JSON.stringify(await connection.callTool(read, { path: at('a.txt') }))).toContain('hello');
    const denied = await connection.callTool(
      { ...read, name: 'write_file' },
      { path: at('b.txt'), content: 'x' },
    );
    expect(JSON.stringify(denied)).toContain('denied by policy');
    expect(existsSync(at('b.txt'))).toBe(false);
    await connection.close();
    expect(processesWith(folder)).toEqual([]);
  }, 120_000);

  it('speaks the newer protocol', async () => {
    const connection = await open([MODERN, at('seen')], 'modern');
    expect(connection.server.protocol).toBe('2026-07-28');
    const [tool] = await connection.listTools();
    if (!tool) throw new Error('no tool is listed');
    expect(JSON.stringify(await connection.callTool(tool, { text: 'hello' }))).toContain('hello');
    const denied = await connection.callTool({ ...tool, name: 'delete_all' }, {});
    expect(JSON.stringify(denied)).toContain('denied by policy');
    await connection.close();
  }, 120_000);

  it('lists as many tools of the server for everything as it has, and writes a log without flips', async () => {
    const connection = await open([EVERYTHING], 'legacy');
    const tools = await connection.listTools();
    expect(tools.length).toBeGreaterThan(8);
    const sum = tools.find(({ name }) => name === 'get-sum') as (typeof tools)[number];
    const echoed = tools.find(({ name }) => name === 'echo') as (typeof tools)[number];
    expect(JSON.stringify(await connection.callTool(sum, { a: 1, b: 2 }))).toContain('3');
    await connection.callTool(echoed, { message: `AKIA${'IOSFODNN7QWERTYU'}` });
    await connection.callTool({ ...sum, name: 'delete_all' }, {});
    await connection.close();
    const decisions = records().map(({ decision }) => decision);
    expect(decisions).toEqual(['allow', 'deny', 'deny']);
    const args = ['gateway', 'backtest', '--policies', at('rules.yml'), '--audit-log', at('audit.ndjson')];
    const child = spawn(process.execPath, [
      ...PROGRAM,
      ...args,
      '--after',
      at('rules.yml'),
      '--format',
      'json',
    ]);
    let said = '';
    child.stdout.on('data', (piece) => {
      said += piece;
    });
    await once(child, 'close');
    const report = JSON.parse(said);
    expect(report).toMatchObject({ total: 3, unchanged: 3, unreadable: 0, drift: { total: 0, unknown: 0 } });
  }, 120_000);
});
