import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtProgram } from '../../support/packed.ts';

const PROGRAM = await builtProgram();
const ERA_SERVER = join(import.meta.dirname, '../../support/tape-server.mjs');
const require = createRequire(import.meta.url);
const official = (name: string) => require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-tape-'));
  writeFileSync(join(folder, 'note.txt'), 'remember the milk\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
});

/** Starts a program that listens, and returns it with its URL. */
async function listening(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  running.push(child);
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (piece) => {
      said += piece;
      const [, found] = /(http:\/\/\S+)/.exec(said) ?? [];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(said)));
  });
  return { child, url, said: () => said };
}

type Act = (client: Client) => Promise<unknown>;

/** Lets a client act, and ends its session. */
async function session(transport: Transport, mode: 'legacy' | 'auto', act: Act): Promise<void> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  await act(client);
  await client.close();
}

const onStdio = (args: readonly string[], env: Record<string, string> = {}) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [...PROGRAM, ...args],
    env: { ...(process.env as Record<string, string>), ...env },
    stderr: 'ignore',
  });

/** A transport over HTTP, and the messages in the responses to what the client posts. */
function onHttp(url: string) {
  const heard: string[] = [];
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: async (to, init) => {
      const response = await fetch(to, init);
      if (init?.method !== 'POST') return response;
      const text = await response.clone().text();
      const isStream = response.headers.get('content-type')?.includes('event-stream');
      heard.push(...(isStream ? [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => data) : [text]));
      return response;
    },
  });
  return { transport, heard };
}

const call = (client: Client, name: string, args: Record<string, unknown>) =>
  client.callTool({ name, arguments: args });

const SERVERS: Readonly<Record<string, { args: () => string[]; mode: 'legacy' | 'auto'; act: Act }>> = {
  everything: {
    args: () => [official('everything'), 'stdio'],
    mode: 'legacy',
    act: async (client) => {
      await client.listTools();
      await call(client, 'echo', { message: 'grüße' });
      await client.listResources();
      await client.listPrompts();
      await call(client, 'nothing', {}).catch(() => {});
    },
  },
  memory: {
    args: () => [official('memory')],
    mode: 'legacy',
    act: async (client) => {
      const entity = { name: 'Ada', entityType: 'person', observations: ['writes programs'] };
      await call(client, 'read_graph', {});
      await call(client, 'create_entities', { entities: [entity] });
      await call(client, 'read_graph', {});
    },
  },
  filesystem: {
    args: () => [official('filesystem'), folder],
    mode: 'legacy',
    act: async (client) => {
      await client.listTools();
      await call(client, 'read_text_file', { path: join(folder, 'note.txt') });
      await call(client, 'read_text_file', { path: join(folder, 'none.txt') });
    },
  },
  'a server of the protocol without a handshake': {
    args: () => [ERA_SERVER, 'stdio'],
    mode: 'auto',
    act: async (client) => {
      await client.listTools();
      await call(client, 'say', { text: 'a' });
      await client.callTool({ name: 'count', arguments: { to: 3 } }, { onprogress: () => {} });
      await call(client, 'say', { text: 'a' });
    },
  },
};

interface Row {
  readonly dir: string;
  readonly frame: { readonly id?: unknown; readonly method?: string } | string | null;
}

/** Returns the rows of a tape. */
function rowsOf(tape: string): Row[] {
  const lines = readFileSync(tape, 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => JSON.parse(line)).filter(({ dir }) => dir !== undefined);
}

const textOf = ({ frame }: Row) => (typeof frame === 'string' ? frame : JSON.stringify(frame));
const isMessage = ({ frame }: Row) => typeof frame === 'object' && frame !== null;
const isAnswer = (row: Row) => row.dir === 'to_client' && isMessage(row) && !textOf(row).includes('"method"');

/** Sends the requests of a tape to a program, each after the answer to the one before, and returns the answers as sent. */
async function answersTo(rows: readonly Row[], args: readonly string[]): Promise<string[]> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  running.push(child);
  const answers: string[] = [];
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  for (const row of rows.filter(({ dir }) => dir === 'to_server')) {
    child.stdin.write(`${textOf(row)}\n`);
    if (typeof row.frame !== 'object' || row.frame?.id === undefined) continue;
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      if (line.value.includes('"method"')) continue;
      answers.push(line.value);
      break;
    }
  }
  child.stdin.end();
  return answers;
}

const sorted = (texts: readonly string[]) => [...texts].sort();

describe.each(Object.entries(SERVERS))('a session with %s', (name, { args, mode, act }) => {
  const file = (end: string) => join(folder, `${name.replaceAll(' ', '-')}${end}`);

  it('is replayed on stdio and over HTTP, byte by byte', { timeout: 100_000 }, async () => {
    const env = { MEMORY_FILE_PATH: file('.json') };
    const tape = file('.jsonl');
    await session(onStdio(['record', '--out', tape, '--', process.execPath, ...args()], env), mode, act);
    expect(JSON.parse(readFileSync(tape, 'utf8').split('\n')[0] ?? '')).toMatchObject({
      era: mode === 'auto' ? 'modern' : 'legacy',
      transport: 'stdio',
      client: { name: 'test' },
    });
    const rows = rowsOf(tape);
    const recorded = rows.filter(isAnswer).map(textOf);
    expect(recorded.length).toBeGreaterThan(2);
    expect(await answersTo(rows, [...PROGRAM, 'serve', '--tape', tape])).toEqual(recorded);
    // the client of the SDK accepts the replay too, in the same protocol
    await session(onStdio(['serve', '--tape', tape]), mode, act);
    const { url } = await listening([...PROGRAM, 'serve', '--tape', tape, '--listen', '127.0.0.1:0']);
    const { transport, heard } = onHttp(url);
    await session(transport, mode, act);
    const answers = heard.filter((text) => text !== '' && !/"method"|"supportedVersions"/.test(text));
    expect(sorted(answers.map(withoutId))).toEqual(sorted(recorded.map(withoutId)));
  });
});

/** Ids are the client's own. */
function withoutId(text: string): string {
  return text.replace(/"id":("[^"]*"|\d+)/, '"id":0');
}
