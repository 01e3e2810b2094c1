import { connect as connectSocket } from 'node:net';
import { PassThrough } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import type { Tape } from '../../../src/artifacts/tape/model.ts';
import { HttpSessions } from '../../../src/features/record/http-sessions.ts';
import { Redactor } from '../../../src/features/record/redactor.ts';
import { Recorded } from '../../../src/features/record/replay.ts';
import { LONGEST_MESSAGE } from '../../../src/live/message-bound.ts';
import { serveLines } from '../../../src/live/serve-lines.ts';
import { servePosts } from '../../../src/live/serve-posts.ts';
import { codeOf, note, request, result, tapeOf } from '../../support/tapes.ts';

const endings: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function serve(tape: Tape): Promise<string> {
  const ending = new AbortController();
  const sessions = new HttpSessions(new Recorded(tape, new Redactor([])));
  return new Promise((resolve) => {
    const address = { host: '127.0.0.1', port: 0 };
    const served = servePosts(address, ending.signal, resolve, (ask, reply) => sessions.answer(ask, reply));
    endings.push(async () => {
      ending.abort();
      await served;
    });
  });
}

const CALL = request(2, 'tools/call', { name: 'now', arguments: {} });
const SAID = (text: string) => ({ content: [{ type: 'text', text }] });
const ASKS = request('q', 'elicitation/create', {
  mode: 'form',
  message: 'when?',
  requestedSchema: { type: 'object', properties: {} },
});
const BOOK = request(4, 'tools/call', { name: 'book', arguments: {} });
const LEGACY = tapeOf([
  `> ${request(1, 'initialize')}`,
  `< ${result(1, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } })}`,
  `> ${note('notifications/initialized')}`,
  `> ${CALL}`,
  `< ${result(2, SAID('one'))}`,
  `> ${request(3, 'tools/call', { name: 'now', arguments: {} })}`,
  `< ${result(3, SAID('two'))}`,
  `> ${BOOK}`,
  `< ${ASKS}`,
  `> ${result('q', { action: 'decline' })}`,
  `< ${result(4, SAID('not booked'))}`,
]);
const MODERN = tapeOf([`> ${CALL}`, `< ${result(2, { ...SAID('one'), resultType: 'complete' })}`], 'modern');

async function clientOf(url: string, mode: 'legacy' | 'auto') {
  const client = new Client(
    { name: 't', version: '1' },
    { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  endings.push(() => client.close());
  return client;
}

/** Calls a tool, and returns the text of the answer. */
async function call(client: Client, name: string): Promise<unknown> {
  const { content } = await client.callTool({ name, arguments: {} });
  return (content as { text: string }[])[0]?.text;
}

const post = (url: string, body: string | Uint8Array) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });

describe('a tape over HTTP', () => {
  it('answers two official clients side by side, each from the beginning', async () => {
    const url = await serve(LEGACY);
    const [one, other] = [await clientOf(url, 'legacy'), await clientOf(url, 'auto')];
    expect(await call(one, 'now')).toBe('one');
    expect(await call(other, 'now')).toBe('one');
    expect(await call(one, 'now')).toBe('two');
    await expect(call(one, 'never')).rejects.toMatchObject({ code: -32602 });
    one.setRequestHandler('elicitation/create', async () => ({ action: 'decline' }));
    expect(await call(one, 'book')).toBe('not booked');
  });

  it('answers an official client of the protocol without a handshake', async () => {
    const client = await clientOf(await serve(MODERN), 'auto');
    expect(await call(client, 'now')).toBe('one');
    await expect(call(client, 'never')).rejects.toMatchObject({ code: -32602 });
  });

  it('answers others after a client has hung up in the middle of a request, and of an answer', async () => {
    const url = await serve(LEGACY);
    const { port, host } = new URL(url);
    const half = connectSocket(Number(port), '127.0.0.1');
    await new Promise((resolve) => half.once('connect', resolve));
    half.write(`POST /mcp HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 100\r\n\r\n{"json`);
    half.destroy();
    const leaving = new AbortController();
    const asked = await fetch(url, { method: 'POST', body: BOOK, signal: leaving.signal });
    expect(asked.headers.get('content-type')).toBe('text/event-stream');
    leaving.abort();
    // the answer to the question, which nothing can be told of any more
    expect((await post(url, result('q', { action: 'decline' }))).status).toBe(202);
    expect(await (await post(url, CALL)).text()).toBe(result(2, SAID('one')));
  });

  it.each([
    ['a null id', '{"jsonrpc":"2.0","id":null,"method":"tools/list"}', 400, -32600],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400, -32700],
    ['too many values', `[${'1,'.repeat(250_000)}1]`, 413, -32600],
    ['too many bytes', Buffer.alloc(LONGEST_MESSAGE + 1, 'x'), 413, -32600],
  ])('answers %s with an error', async (_, body, status, code) => {
    const response = await post(await serve(LEGACY), body);
    expect(response.status).toBe(status);
    expect(codeOf(await response.text())).toBe(code);
  });
});

describe('a tape on stdio', () => {
  it('hands on lines as bytes, and says which are not read', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const seen: string[] = [];
    const served = serveLines((send) => ({
      signal: new AbortController().signal,
      pipes: { input, output },
      onLine: (line) => {
        seen.push(Buffer.from(line).toString('hex'));
        send('answer');
      },
      onUnreadable: (why) => seen.push(why),
    }));
    input.write(Buffer.from([0xff, 0x0a]));
    input.write(`[${'1,'.repeat(250_000)}1]\n`);
    input.write(Buffer.alloc(LONGEST_MESSAGE + 1, 'x'));
    input.end('\n\nab');
    await served;
    expect(seen).toEqual([
      'ff',
      'a message with more than 250000 values is not read',
      'a message longer than 16777216 bytes is not read',
      '6162',
    ]);
    expect(output.read().toString()).toBe('answer\nanswer\n');
  });
});
