import { describe, expect, it } from 'vitest';
import { HttpSessions } from '../../../../src/features/record/http-sessions.ts';
import { Redactor } from '../../../../src/features/record/redactor.ts';
import { Recorded } from '../../../../src/features/record/replay.ts';
import type { HttpAsk, HttpReply } from '../../../../src/mcp/http-reply.ts';
import { codeOf, note, request, result, tapeOf } from '../../../support/tapes.ts';

/** A reply that keeps what is sent; `leave` is the client that goes. */
class KeptReply implements HttpReply {
  status: number | undefined;
  text = '';
  headers: Readonly<Record<string, string>> = {};
  readonly events: string[] = [];
  isOpen = false;

  whole(status: number, text: string, headers = {}): void {
    [this.status, this.text, this.headers] = [status, text, headers];
  }
  open(headers = {}): void {
    if (this.isOpen) return;
    [this.status, this.isOpen, this.headers] = [200, true, headers];
  }
  event(text: string): void {
    this.events.push(text);
  }
  end(): void {
    this.isOpen = false;
  }
  leave(): void {
    this.isOpen = false;
  }
}

function sessionsOf(rows: readonly string[]) {
  const sessions = new HttpSessions(new Recorded(tapeOf(rows), new Redactor([])));
  const send = (method: string, body: HttpAsk['body'] | string = '', session?: string) => {
    const reply = new KeptReply();
    const headers = session === undefined ? {} : { 'mcp-session-id': session };
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    sessions.answer({ method, headers, body: bytes }, reply);
    return reply;
  };
  const begin = () => send('POST', request(0, 'initialize')).headers['mcp-session-id'] ?? '';
  return { send, begin };
}

const HELLO = [`> ${request(1, 'initialize')}`, `< ${result(1, {})}`];
const CHANGED = note('notifications/tools/list_changed');
const ROWS = [
  ...HELLO,
  `> ${request(2, 'now')}`,
  `< ${result(2, 'one')}`,
  `> ${request(3, 'now')}`,
  `< ${result(3, 'two')}`,
  `> ${request(4, 'change')}`,
  `< ${result(4, {})}`,
  `< ${CHANGED}`,
];

describe('sessions over HTTP', () => {
  it('give each client the recorded answers from the beginning', () => {
    const { send, begin } = sessionsOf(ROWS);
    const [one, other] = [begin(), begin()];
    expect(one).not.toBe(other);
    const now = (id: number, session: string) => send('POST', request(id, 'now'), session).text;
    expect([now(1, one), now(1, other), now(2, one), now(2, other)]).toEqual([
      result(1, 'one'),
      result(1, 'one'),
      result(2, 'two'),
      result(2, 'two'),
    ]);
    expect(send('DELETE', '', one).status).toBe(200);
    expect(send('POST', request(9, 'now'), one).status).toBe(404);
    expect(now(3, other)).toBe(result(3, 'two'));
  });

  it('keep what no request asked for until the client has a stream for it', () => {
    const { send, begin } = sessionsOf(ROWS);
    const session = begin();
    const stream = send('GET', '', session);
    stream.leave();
    send('POST', request(4, 'change'), session);
    expect(stream.events).toEqual([]);
    expect(send('GET', '', session).events).toEqual([CHANGED]);
  });

  it('end the stream of a session that is begun anew too often', () => {
    const { send, begin } = sessionsOf(ROWS);
    const first = begin();
    const stream = send('GET', '', first);
    for (let count = 0; count < 1000; count++) begin();
    expect(stream.isOpen).toBe(false);
    expect(send('POST', request(9, 'now'), first).status).toBe(404);
  });

  it.each([
    [Buffer.from([0xff]), 400, -32700],
    ['{', 400, -32700],
    ['{}', 400, -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"now"}', 400, -32600],
    [{ why: 'too long' }, 413, -32600],
  ] as const)('answer %j with an error', (body, status, code) => {
    const reply = sessionsOf(ROWS).send('POST', body);
    expect(reply.status).toBe(status);
    expect(codeOf(reply.text)).toBe(code);
  });

  it('answer a batch, and accept what needs no answer', () => {
    const { send } = sessionsOf(ROWS);
    expect(JSON.parse(send('POST', `[1,${request(1, 'now')}]`).text)).toMatchObject([
      { id: 1, result: 'one' },
      { id: null, error: { code: -32600 } },
    ]);
    expect(send('POST', note('notifications/x'))).toMatchObject({ status: 202, text: '' });
    expect(send('PUT')).toMatchObject({ status: 405 });
    expect(send('GET')).toMatchObject({ status: 405 });
  });
});
