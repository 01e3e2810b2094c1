import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { connect } from '../../../src/live/connect.ts';
import type { Connection } from '../../../src/live/connection.ts';
import type { ClientAbilities, McpRequest, ScriptedAnswer } from '../../../src/mcp/exchange.ts';
import type { ProtocolEra } from '../../../src/mcp/protocol.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-session-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const record = join(folder, 'calls.txt');
const server = join(import.meta.dirname, '../../support/session-server.mjs');

let open: Connection | undefined;
afterEach(() => open?.close());

async function session(
  era: ProtocolEra,
  abilities: ClientAbilities = {},
  more: object = {},
): Promise<Connection> {
  rmSync(record, { force: true });
  const target = { kind: 'stdio', command: process.execPath, args: [server, record], ...more } as const;
  const { signal } = new AbortController();
  open = await connect(target, { timeout: 20_000, signal, protocol: { kind: 'era', era }, abilities });
  return open;
}

const tool = (name: string, args: Record<string, unknown> = {}): McpRequest => ({ kind: 'tool', name, args });
const times = { timeout: 20_000, maxTime: 60_000, answers: [] };
const calls = () => readFileSync(record, 'utf8').trim().split('\n');

describe.each(['legacy', 'modern'] as const)('a session of the %s era', (era) => {
  it('answers tools, prompts and resources as the server sends them, without members of the protocol', async () => {
    const { ask } = await session(era);
    const echo = await ask(tool('echo', { text: 'hi', more: [1] }), times);
    expect(echo.outcome).toEqual({
      kind: 'result',
      result: { content: [{ type: 'text', text: 'hi' }], structuredContent: { text: 'hi', more: [1] } },
    });
    expect(echo.duration).toBeGreaterThan(0);
    const prompt = await ask({ kind: 'prompt', name: 'review', args: { what: 'it' } }, times);
    expect(prompt.outcome).toMatchObject({ result: { messages: [{ content: { text: 'review it' } }] } });
    const resource = await ask({ kind: 'resource', uri: 'note:///a' }, times);
    expect(resource.outcome).toEqual({
      kind: 'result',
      result: { contents: [{ uri: 'note:///a', text: 'text of it' }] },
    });
  });

  it('lists everything, and knows a resource by its template', async () => {
    const { listEverything, listsResource } = await session(era);
    const listing = await listEverything();
    expect(Object.entries(listing).map(([list, { length }]) => [list, length])).toEqual([
      ['tools', 16],
      ['prompts', 1],
      ['resources', 1],
      ['templates', 1],
    ]);
    expect(['note:///a', 'day:///2026', 'note:///b'].map((uri) => listsResource(uri, listing))).toEqual([
      true,
      true,
      false,
    ]);
    const hostile = { ...listing, templates: [{ uriTemplate: { toString: 1 } }, {}] as never };
    expect(listsResource('day:///2026', hostile)).toBe(false);
  });

  it('tells a tool error, a protocol error and a malformed answer apart', async () => {
    const { ask } = await session(era);
    expect((await ask(tool('fail'), times)).outcome).toMatchObject({
      kind: 'result',
      result: { isError: true },
    });
    expect((await ask(tool('break'), times)).outcome).toEqual({
      kind: 'fault',
      fault: { kind: 'error-response', code: -32000, message: 'two\nlines', data: { why: 'broken' } },
    });
    expect((await ask(tool('wrong'), times)).outcome).toMatchObject({
      kind: 'fault',
      fault: { kind: 'malformed' },
    });
  });

  it.each([
    ['garble', 'the answer is not valid UTF-8'],
    ['contradict', 'the answer is not acceptable JSON: a key occurs twice in one object'],
  ])('does not believe the answer of %s, and goes on', async (name, message) => {
    const { ask } = await session(era);
    const { outcome } = await ask(tool(name), times);
    expect(outcome).toEqual({ kind: 'fault', fault: { kind: 'malformed', message } });
    expect((await ask(tool('log'), times)).outcome).toMatchObject({ kind: 'result' });
  });

  it('tells of a notification that contradicts itself', async () => {
    const connection = await session(era);
    expect((await connection.ask(tool('mumble'), times)).notifications).toEqual([]);
    expect(connection.violations.lines).toEqual([
      'sends a message that is not acceptable JSON: a key occurs twice in one object',
    ]);
  });

  const ELICITS = { elicitation: {} };
  it.each<[string, ClientAbilities, readonly ScriptedAnswer[], string, string, object]>([
    [
      'book',
      ELICITS,
      [{ elicit: { accept: { date: 'May' } } }],
      '"action":"accept","content":{"date":"May"}',
      'accept',
      { scripted: true },
    ],
    ['book', ELICITS, [{ elicit: { decline: true } }], '"action":"decline"', 'decline', { scripted: true }],
    ['book', ELICITS, [{ elicit: { cancel: true } }], '"action":"cancel"', 'cancel', { scripted: true }],
    ['book', ELICITS, [], '"action":"decline"', 'decline', { scripted: false }],
    ['think', { sampling: {} }, [{ sample: { text: 'yes' } }], '"text":"yes"', 'text', { scripted: true }],
  ])(
    'answers %s from the script, and calls once more only for that: %o %o',
    async (name, abilities, answers, said, reply, more) => {
      const { ask } = await session(era, abilities);
      const { outcome, questions } = await ask(tool(name), { ...times, answers });
      expect(JSON.stringify(outcome)).toContain(JSON.stringify(said).slice(1, -1));
      expect(questions).toMatchObject([{ reply, ...more }]);
      expect(calls()).toEqual(era === 'modern' ? [name, name] : [name]);
    },
  );

  it('answers nothing that the client does not offer, and calls once', async () => {
    const { ask } = await session(era);
    const { outcome, questions } = await ask(tool('book'), times);
    expect(JSON.stringify(outcome)).toMatch(
      era === 'modern' ? /asks for input that the client does not/ : /-32601/,
    );
    expect(questions).toEqual([]);
    expect(calls()).toEqual(['book']);
  });

  it('refuses to sample without a script', async () => {
    const { ask } = await session(era, { sampling: {} });
    const { outcome, questions } = await ask(tool('think'), times);
    expect(JSON.stringify(outcome)).toMatch(era === 'modern' ? /has no answer for/ : /refuses/);
    expect(questions).toMatchObject([{ reply: 'refuse', scripted: false }]);
  });

  it('waits as long as there is progress, up to a cap, and counts it only for its own call', async () => {
    const { ask } = await session(era);
    const [worked, dawdled] = await Promise.all([
      ask(tool('work', { steps: 6 }), { ...times, timeout: 700 }),
      ask(tool('dawdle', { steps: 6 }), { ...times, timeout: 700 }),
    ]);
    expect(worked.outcome.kind).toBe('result');
    expect(worked.notifications.map(({ method }) => method)).toEqual(Array(6).fill('notifications/progress'));
    expect(dawdled.outcome).toEqual({ kind: 'fault', fault: { kind: 'timeout', milliseconds: 700 } });
    expect(dawdled.notifications).toEqual([]);
    const capped = await ask(tool('work', { steps: 20 }), { ...times, timeout: 700, maxTime: 1000 });
    expect(capped.outcome).toEqual({ kind: 'fault', fault: { kind: 'timeout', milliseconds: 1000 } });
  });

  it('keeps notifications, noise, the last words and the exit code', async () => {
    const connection = await session(era);
    const { ask } = connection;
    expect((await ask(tool('log'), times)).notifications).toMatchObject([{ params: { data: 'logged' } }]);
    expect((await ask(tool('print'), times)).outcome.kind).toBe('result');
    expect(connection.traces).toMatchObject({ noise: { count: 2, lines: ['plain text', 'more of it'] } });
    expect(connection.isOpen).toBe(true);
    const died = await ask(tool('die'), times);
    expect(died.outcome).toEqual({ kind: 'fault', fault: { kind: 'closed' } });
    expect(connection.isOpen).toBe(false);
    expect(connection.traces).toMatchObject({
      end: { kind: 'exited', code: 3 },
      stderr: { head: 'out of memory\n' },
    });
    expect((await ask(tool('echo'), times)).outcome).toEqual({ kind: 'fault', fault: { kind: 'closed' } });
    expect(calls()).toEqual(['log', 'print', 'die']);
  });

  it('passes variables and a folder to the program', async () => {
    const { ask } = await session(era, {}, { env: { CITY: 'Bern' }, cwd: folder });
    const { outcome } = await ask(tool('env', { name: 'CITY' }), times);
    expect(outcome).toMatchObject({ result: { content: [{ text: `Bern in ${folder}` }] } });
  });
});
