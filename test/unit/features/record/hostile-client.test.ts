import { describe, expect, it } from 'vitest';
import {
  answerClientText,
  readClientText,
  refusalText,
} from '../../../../src/features/record/client-text.ts';
import { Redactor } from '../../../../src/features/record/redactor.ts';
import { Recorded, Replay } from '../../../../src/features/record/replay.ts';
import { codeOf, note, request, result, tapeOf } from '../../../support/tapes.ts';

const ERAS = ['legacy', 'modern'] as const;
const ROWS = [`> ${request(1, 'tools/list')}`, `< ${result(1, { tools: [] })}`];

/** Sends bytes to a replay, and returns what comes back, in order. */
function answersTo(sent: readonly (string | Uint8Array)[], tape = tapeOf(ROWS)): string[] {
  const answers: string[] = [];
  const send = (text: string) => answers.push(text);
  const replay = new Replay(new Recorded(tape, new Redactor([])), send);
  for (const each of sent)
    answerClientText(readClientText(Buffer.from(each)), replay, { aside: send, answer: send, drop() {} });
  return answers;
}

const error = (id: unknown, code: number, message: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
const WRONG_ID = 'the id of a request must be a string or a number';
const NO_MESSAGE = 'this is not a message of JSON-RPC';

describe.each(ERAS)('a client of the %s protocol', (era) => {
  const tape = tapeOf(ROWS, era);

  it.each(['null', '{}', '[1]', 'true', '1e999'])('gets an answer to a request with the id %s', (id) => {
    const sent = `{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`;
    expect(answersTo([sent], tape)).toEqual([error(null, -32600, WRONG_ID)]);
    // it took no turn of a request
    expect(answersTo([sent, request(4, 'tools/list')], tape)[1]).toBe(result(4, { tools: [] }));
  });

  it.each([
    ['{"jsonrpc":"2.0","id":5}', 5],
    ['{"jsonrpc":"2.0","id":"a","method":7}', 'a'],
    ['{"id":null,"method":null}', null],
    ['{}', null],
    ['7', null],
    ['null', null],
    ['[]', null],
  ])('gets an answer to %s, with the id if there is one', (sent, id) => {
    expect(answersTo([sent], tape)).toEqual([error(id, -32600, NO_MESSAGE)]);
  });

  it('gets an answer to what is not UTF-8, or not JSON', () => {
    const valid = Buffer.from(request(1, 'tools/list'));
    const broken = Buffer.concat([valid.subarray(0, 20), Buffer.from([0xff]), valid.subarray(20)]);
    expect(answersTo([broken, valid.subarray(0, 20)], tape)).toEqual([
      error(null, -32700, 'this is not UTF-8'),
      error(null, -32700, 'this is not JSON'),
    ]);
  });

  it('gets one batch for a batch, with an error for each of what is no message', () => {
    const sent = `[1,${request(2, 'tools/list')},{"id":null,"method":"a"},${note('x')},{"id":3},${request(4, 'no')}]`;
    const [batch, ...others] = answersTo([sent], tape);
    expect(others).toEqual([]);
    expect(JSON.parse(batch ?? '')).toMatchObject([
      { id: 2, result: { tools: [] } },
      { id: null, error: { code: -32600 } },
      { id: null, error: { code: -32600 } },
      { id: 3, error: { code: -32600 } },
      { id: 4, error: { code: -32601 } },
    ]);
    expect(answersTo([`[${note('x')},${result(1, 2)}]`], tape)).toEqual([]);
  });
});

describe('what a client sends without an end', () => {
  const ask = request(1, 'tools/call', { name: 'book' });
  const question = request('q', 'elicitation/create', {});
  const asking = tapeOf([
    `> ${ask}`,
    `< ${question}`,
    `> ${result('q', { action: 'accept' })}`,
    `< ${result(1, 'booked')}`,
  ]);

  it('gives up the oldest of a thousand requests that wait for the client', () => {
    const sent = Array.from({ length: 1001 }, (_, id) => request(id, 'tools/call', { name: 'book' }));
    const answers = answersTo(sent, asking);
    expect(answers).toHaveLength(1002);
    expect(answers.filter((text) => codeOf(text) !== undefined)).toEqual([
      error(0, -32603, 'too many requests wait for an answer of the client'),
    ]);
  });

  it('is not answered when its batch is cancelled', () => {
    const batch = `[${request(5, 'tools/call', { name: 'book' })}]`;
    const drops: string[] = [];
    const replay = new Replay(new Recorded(asking, new Redactor([])), () => {});
    const outlet = {
      aside: (text: string) => drops.push(text),
      answer: (text: string) => drops.push(text),
      drop: () => drops.push('dropped'),
    };
    for (const text of [batch, note('notifications/cancelled', { requestId: 5 })])
      answerClientText(readClientText(Buffer.from(text)), replay, outlet);
    expect(drops).toEqual([question, 'dropped']);
  });

  it('is not answered from what nests too deep to be compared', () => {
    const deep = (value: string) => `${'['.repeat(450)}${value}${']'.repeat(450)}`;
    const call = (id: number, value: string) =>
      `{"jsonrpc":"2.0","id":${id},"method":"deep","params":{"a":${deep(value)}}}`;
    const tape = tapeOf([`> ${call(1, '1')}`, `< ${result(1, 'of one')}`]);
    expect(answersTo([call(1, '2'), call(2, '1')], tape).map(codeOf)).toEqual([-32602, -32602]);
    const told = answersTo([ask, `{"jsonrpc":"2.0","id":"q","result":${deep('1')}}`], asking);
    expect(told.map(codeOf)).toEqual([undefined, -32602]);
  });
});

it('says why a message was not read', () => {
  expect(JSON.parse(refusalText('too long'))).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32600, message: 'too long' },
  });
});
