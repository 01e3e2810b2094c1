import { describe, expect, it } from 'vitest';
import type { Tape } from '../../../../src/artifacts/tape/model.ts';
import { answerClientText, readClientText } from '../../../../src/features/record/client-text.ts';
import { Redactor } from '../../../../src/features/record/redactor.ts';
import { Recorded, Replay } from '../../../../src/features/record/replay.ts';
import { codeOf as code, note, request, result, tapeOf } from '../../../support/tapes.ts';

/** Plays texts of a client against a tape, and returns everything that comes back, in order. */
function play(
  tape: Tape,
  asked: readonly string[],
  secrets: { name: string; value: string }[] = [],
): string[] {
  const sent: string[] = [];
  const send = (text: string) => sent.push(text);
  const replay = new Replay(new Recorded(tape, new Redactor(secrets)), send);
  for (const text of asked)
    answerClientText(readClientText(new TextEncoder().encode(text)), replay, {
      aside: send,
      answer: send,
      drop() {},
    });
  return sent;
}

describe('a replay', () => {
  it('answers equal requests in their order, and then with the last answer', () => {
    const ask = (id: unknown) => request(id, 'tools/call', { name: 'now', arguments: { a: 1, b: [2] } });
    const tape = tapeOf([`> ${ask(1)}`, `< ${result(1, 'one')}`, `> ${ask(2)}`, `< ${result(2, 'two')}`]);
    const other = request(7, 'tools/call', { arguments: { b: [2], a: 1 }, _meta: { x: 1 }, name: 'now' });
    expect(play(tape, [ask('a'), other, ask(9)])).toEqual([
      result('a', 'one'),
      result(7, 'two'),
      result(9, 'two'),
    ]);
  });

  it('keeps every byte of an answer but its id', () => {
    const odd = '{ "result" : {"n":1.0, "id":1, "2":0, "1":0},\t"id" :1, "jsonrpc":"2.0"}';
    const tape = tapeOf([`> ${request(1, 'tools/list')}`, `< ${odd}`]);
    expect(play(tape, [request('x"y', 'tools/list')])).toEqual([odd.replace('"id" :1', '"id" :"x\\"y"')]);
    expect(play(tape, [request(1, 'tools/list', {})])).toEqual([odd]);
  });

  it('answers at once, with an error, what is not on the tape', () => {
    const tape = tapeOf([
      `> ${request(1, 'tools/call', { name: 'a' })}`,
      `< ${result(1, {})}`,
      `> ${request(2, 'tools/call', { name: 'hangs' })}`,
    ]);
    const got = play(tape, [
      request(1, 'tools/call', { name: 'b' }),
      request(2, 'resources/list'),
      request(3, 'tools/call', { name: 'hangs' }),
      'no json',
      '[]',
      '{}',
      '7',
    ]);
    expect(got.map(code)).toEqual([-32602, -32601, -32603, -32700, -32600, -32600, -32600]);
    expect(got[0]).toContain('`tools/call` of `b`');
  });

  it('pairs late answers by their ids, and leaves notifications with their requests', () => {
    const ask = (id: number, name: string, progressToken?: unknown) =>
      request(id, 'tools/call', { name, ...(progressToken !== undefined && { _meta: { progressToken } }) });
    const progress = (progressToken: unknown) =>
      note('notifications/progress', { progressToken, progress: 1 });
    const log = note('notifications/message', { data: 'b works' });
    const tape = tapeOf([
      `> ${ask(1, 'a', 'tok')}`,
      `> ${ask(2, 'b')}`,
      `< ${log}`,
      `< ${progress('tok')}`,
      `< ${result(2, 'b')}`,
      `< ${result(1, 'a')}`,
      `< ${note('notifications/tools/list_changed')}`,
    ]);
    expect(play(tape, [ask(8, 'a', 5)])).toEqual([progress(5), result(8, 'a')]);
    expect(play(tape, [ask(8, 'a')])).toEqual([result(8, 'a')]);
    expect(play(tape, [ask(9, 'b')])).toEqual([
      log,
      result(9, 'b'),
      note('notifications/tools/list_changed'),
    ]);
  });

  it('asks the client what it was asked, and goes on when the answer is the same', () => {
    const ask = request(1, 'tools/call', { name: 'book' });
    const elicit = request(1, 'elicitation/create', { message: 'when?' });
    const tape = tapeOf([
      `> ${ask}`,
      `< ${elicit}`,
      `> ${result(1, { action: 'accept' })}`,
      `< ${result(1, 'booked')}`,
    ]);
    const asked = request(4, 'tools/call', { name: 'book' });
    expect(play(tape, [asked])).toEqual([elicit]);
    expect(play(tape, [asked, result(1, { action: 'accept' })])).toEqual([elicit, result(4, 'booked')]);
    expect(play(tape, [asked, result(1, { action: 'decline' })]).map(code)).toEqual([undefined, -32602]);
    const cancel = note('notifications/cancelled', { requestId: 4 });
    expect(play(tape, [asked, cancel, result(1, { action: 'accept' })])).toEqual([elicit]);
  });

  it('joins the retry of a request by its state', () => {
    const first = request(1, 'tools/call', { name: 'book' });
    const needs = result(1, { resultType: 'input_required', inputRequests: { a: {} }, requestState: 's1' });
    const retry = (id: number, requestState: string) =>
      request(id, 'tools/call', { name: 'book', inputResponses: { a: 1 }, requestState });
    const tape = tapeOf(
      [`> ${first}`, `< ${needs}`, `> ${retry(2, 's1')}`, `< ${result(2, 'booked')}`],
      'modern',
    );
    expect(play(tape, [first, retry(5, 's1')])).toEqual([needs, result(5, 'booked')]);
    expect(code(play(tape, [first, retry(5, 'other')])[1])).toBe(-32602);
  });

  it('answers a batch with a batch, in the recorded order', () => {
    const tape = tapeOf([
      `> [${request(1, 'a')},${request(2, 'b')},${note('notifications/x')}]`,
      `< [${result(2, 'b')},${result(1, 'a')}]`,
    ]);
    expect(play(tape, [`[${request(5, 'a')},${request(6, 'b')}]`])).toEqual([
      `[${result(6, 'b')},${result(5, 'a')}]`,
    ]);
    expect(play(tape, [request(5, 'a')])).toEqual([result(5, 'a')]);
  });

  it('compares requests in their redacted form', () => {
    const tape = tapeOf([
      `> ${request(1, 'tools/call', { name: 'a', arguments: { api_key: '[redacted]', q: 'x [redacted:TOKEN]' } })}`,
      `< ${result(1, 'ok')}`,
    ]);
    const asked = request(1, 'tools/call', {
      name: 'a',
      arguments: { api_key: 'real', q: 'x s3cret-value' },
    });
    expect(play(tape, [asked], [{ name: 'TOKEN', value: 's3cret-value' }])).toEqual([result(1, 'ok')]);
    expect(code(play(tape, [asked])[0])).toBe(-32602);
  });

  it('answers what is about the connection', () => {
    const hello = request(1, 'initialize', { clientInfo: { name: 'a' } });
    const legacy = tapeOf([`> ${hello}`, `< ${result(1, { serverInfo: {} })}`]);
    const other = request(3, 'initialize', { clientInfo: { name: 'b' } });
    expect(play(legacy, [other, request(4, 'ping')])).toEqual([result(3, { serverInfo: {} }), result(4, {})]);
    expect(code(play(legacy, [request(1, 'server/discover')])[0])).toBe(-32601);
    const modern = tapeOf([`> ${request(1, 'tools/list')}`, `< ${result(1, { tools: [] })}`], 'modern');
    const [found] = play(modern, [request(1, 'server/discover')]);
    expect(JSON.parse(found ?? '')).toMatchObject({
      result: { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
    });
    expect(code(play(modern, [hello])[0])).toBe(-32601);
  });

  it('leaves a request for notifications open, and gives them its id', () => {
    const listen = (id: unknown) => request(id, 'subscriptions/listen', {});
    const changed = (id: unknown) =>
      note('notifications/tools/list_changed', { _meta: { 'io.modelcontextprotocol/subscriptionId': id } });
    const tape = tapeOf(
      [`> ${listen(1)}`, `> ${request(2, 'x')}`, `< ${changed(1)}`, `< ${result(2, 1)}`],
      'modern',
    );
    expect(play(tape, [listen(9)])).toEqual([changed(9)]);
  });
});
