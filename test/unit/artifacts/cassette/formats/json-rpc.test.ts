import { describe, expect, it } from 'vitest';
import { callsOf, readRun, readRuns, refusalOfRun, sketch } from '../../../../support/cassettes.ts';

type Row = Record<string, unknown>;
const lines = (...rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const request = (id: unknown, method: string, params?: Row) => ({ jsonrpc: '2.0', id, method, params });
const call = (id: unknown, name: string, args?: Row) => request(id, 'tools/call', { name, arguments: args });
const answer = (id: unknown, result: Row = { content: [] }) => ({ jsonrpc: '2.0', id, result });
const failed = (id: unknown) => ({ jsonrpc: '2.0', id, error: { code: -32602, message: 'no' } });
const hello = (name: string) => answer(0, { serverInfo: { name, version: '1' } });

describe('lines of MCP messages', () => {
  it('are read in both directions, with the server that names itself', () => {
    const text = lines(
      request(0, 'initialize'),
      hello('harbour'),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      call(1, 'one', { berth: 'B7' }),
      call('1', 'two'),
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } },
      answer('1', { content: [], isError: true }),
      answer(1),
      call(2, 'three'),
      failed(2),
    );
    expect(readRuns(text)).toMatchObject({ format: 'MCP messages (JSON-RPC)', warnings: [] });
    expect(sketch(readRun(text))).toBe('one two! three!');
    expect(callsOf(readRun(text))[0]).toMatchObject({ server: 'harbour', args: { berth: 'B7' } });
    expect(callsOf(readRun(text))[2]).toMatchObject({ result: { code: -32602, message: 'no' } });
  });

  it('are found under any key of a row of a log, as objects and as texts', () => {
    const text = lines(
      { time: 't', level: 'info', msg: 'started' },
      { time: 't', direction: 'out', payload: call(1, 'one', { berth: 'B7' }) },
      { time: 't', direction: 'in', raw: JSON.stringify(answer(1, { content: [], isError: true })) },
      { time: 't', direction: 'out', batch: [call(2, 'two'), call(3, 'three')] },
      { time: 't', direction: 'in', batch: [failed(3), answer(2)] },
    );
    expect(sketch(readRun(text))).toBe('one! two three!');
    expect(readRun(text).recorded_at).toBe('t');
  });

  it.each([
    ['an object under a key', { xnote: answer(1) }],
    ['the text of a result', { content: JSON.stringify(answer(1)) }],
    ['a call', { raw: request(1, 'ping') }],
  ])('do not make a session of a chat whose message holds one: %s', (_, more) => {
    const calling = { id: 'c', type: 'function', function: { name: 'free', arguments: '{}' } };
    const chat = [
      { role: 'user', content: 'Free B7.' },
      { role: 'assistant', content: null, tool_calls: [calling] },
      { role: 'tool', tool_call_id: 'c', content: 'ok', ...more },
      { role: 'assistant', content: 'It is free.' },
    ];
    const told = 'Free B7.: free "It is free."';
    for (const content of [chat, lines(...chat), { messages: chat, last: answer(1) }]) {
      expect(sketch(readRun(content))).toBe(told);
    }
  });

  it('may be in rows whose role is a side of the transport', () => {
    const text = lines({ role: 'client', message: call(1, 'one') }, { role: 'server', message: answer(1) });
    expect(sketch(readRun(text))).toBe('one');
  });

  it('leave what the server asks for to the client, whether or not a direction is given', () => {
    const messages: [string, unknown][] = [
      ['c', call(1, 'one')],
      ['s', request(1, 'sampling/createMessage', { messages: [{ role: 'user', content: [] }] })],
      ['c', answer(1, { role: 'assistant', model: 'm', content: { type: 'text', text: 'x' } })],
      ['s', request(1, 'elicitation/create', { message: 'sure?' })],
      ['c', answer(1, { action: 'accept' })],
      ['s', answer(1, { content: [], isError: true })],
    ];
    expect(sketch(readRun(lines(...messages.map(([, message]) => message))))).toBe('one!');
    expect(sketch(readRun(lines(...messages.map(([dir, message]) => ({ dir, message })))))).toBe('one!');
    // the direction is the same for all messages, and says nothing
    expect(sketch(readRun(lines(...messages.map(([, message]) => ({ dir: 'x', message })))))).toBe('one!');
  });

  it('keep sessions apart that use the same ids', () => {
    const of = (session: string, message: unknown) => ({ session, message });
    const text = lines(
      of('a', request(0, 'initialize')),
      of('b', request(0, 'initialize')),
      of('b', hello('docks')),
      of('a', hello('harbour')),
      of('a', call(1, 'one')),
      of('b', call(1, 'two')),
      of('b', failed(1)),
      of('a', answer(1)),
    );
    expect(sketch(readRun(text))).toBe('one two!');
    expect(callsOf(readRun(text)).map(({ server }) => server)).toEqual(['harbour', 'docks']);
  });

  it('count a call without an answer as unanswered', () => {
    expect(callsOf(readRun(lines(call(1, 'one'))))[0]).toMatchObject({ unanswered: true });
  });

  it('lose no call that is not one of JSON-RPC', async () => {
    const good = call(1, 'one');
    expect(
      await refusalOfRun(lines(good, { jsonrpc: '2.0', method: 'tools/call', params: { name: 'x' } })),
    ).toContain('is a tool call without an `id`');
    expect(await refusalOfRun(lines(good, { log: '{"jsonrpc":"2.0","method":"tools/call","par' }))).toContain(
      'names `tools/call`, but is not a JSON-RPC message',
    );
    expect(await refusalOfRun(lines(good, { extra: { name: 'x', arguments: { berth: 'B7' } } }))).toContain(
      'looks like a tool call',
    );
    expect(await refusalOfRun(lines(request(1, 'tools/list'), answer(1)))).toContain('without any tool call');
  });

  it('do not take arguments of prompts for a call', () => {
    const prompt = request(2, 'prompts/get', { name: 'greet', arguments: { ship: 'Aurora' } });
    expect(sketch(readRun(lines(call(1, 'one'), prompt, answer(2), answer(1))))).toBe('one');
  });
});
