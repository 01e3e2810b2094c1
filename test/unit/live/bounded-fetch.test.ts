import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type Breaches, boundedFetch } from '../../../src/live/bounded-fetch.ts';
import { LONGEST_MESSAGE } from '../../../src/live/message-bound.ts';
import type { Flaw } from '../../../src/live/message-flaw.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: (response: ServerResponse, method: string) => void): Promise<string> {
  server = createServer((request, response) => {
    request.resume();
    answer(response, request.method ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** Writes without an end, as fast as the client reads. */
function flood(response: NodeJS.WritableStream, chunk: string): void {
  const pump = () => {
    while (!(response as ServerResponse).destroyed && response.write(chunk));
    response.once('drain', pump);
  };
  pump();
}

/** No message of these tests has a flaw. */
const onFlaw = (flaw: Flaw) => expect.fail(flaw.why);

const MEBIBYTE = 'a'.repeat(1024 * 1024);
const TOO_LONG = `the server sent a message longer than ${LONGEST_MESSAGE} bytes`;

describe('boundedFetch', () => {
  it.each<[string, string, (response: ServerResponse) => void]>([
    ['a body', 'application/json', (response) => flood(response, MEBIBYTE)],
    ['one event', 'text/event-stream', (response) => flood(response, `data: ${MEBIBYTE}\n`)],
    ['a comment', 'Text/Event-Stream; charset=utf-8', (response) => flood(response, `:${MEBIBYTE}`)],
  ])('ends %s without an end', async (_, type, answer) => {
    const url = await serve((response) => answer(response.writeHead(200, { 'content-type': type })));
    const breaches: Breaches = { reconnects: 0 };
    let told = 0;
    const fetch = boundedFetch({ pause: 0, acquire: () => true }, breaches, {
      onTooLong: () => (told += 1),
      onFlaw,
    });
    const response = await fetch(url, { method: 'POST' });
    await expect(response.text()).rejects.toThrow(TOO_LONG);
    expect([breaches.tooLong, told]).toEqual([TOO_LONG, 1]);
  });

  it('counts what is left after decompression', async () => {
    const url = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      const gzip = createGzip();
      gzip.pipe(response);
      flood(gzip, MEBIBYTE);
    });
    const fetch = boundedFetch(
      { pause: 0, acquire: () => true },
      { reconnects: 0 },
      { onTooLong: () => {}, onFlaw },
    );
    await expect((await fetch(url, { method: 'POST' })).text()).rejects.toThrow(TOO_LONG);
  });

  it.each(['\n\n', '\r\r', '\r\n\r\n'])('lets many events pass that %j ends', async (end) => {
    const event = `data: ${MEBIBYTE}${end}`;
    const url = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let count = 0; count < 40; count++) response.write(event);
      response.end();
    });
    const fetch = boundedFetch(
      { pause: 0, acquire: () => true },
      { reconnects: 0 },
      { onTooLong: () => {}, onFlaw },
    );
    expect(await (await fetch(url, { method: 'POST' })).text()).toHaveLength(40 * event.length);
  });
});

it('opens a stream of events again only after a pause, and as a call of the budget', async () => {
  const opened: number[] = [];
  const url = await serve((response, method) => {
    if (method !== 'GET') return response.writeHead(405).end();
    opened.push(performance.now());
    return response.writeHead(200, { 'content-type': 'text/event-stream' }).end('retry: 0\n\n');
  });
  let left = 3;
  const breaches: Breaches = { reconnects: 0 };
  const fetch = boundedFetch({ pause: 50, acquire: () => left-- > 0 }, breaches, {
    onTooLong: () => {},
    onFlaw,
  });
  const statuses: number[] = [];
  for (let count = 0; count < 6; count++) {
    const response = await fetch(url, { headers: { 'last-event-id': '1' } });
    statuses.push(response.status);
    await response.text();
  }
  expect(statuses).toEqual([200, 200, 200, 405, 405, 405]);
  expect(breaches.reconnects).toBe(3);
  for (const [index, at] of opened.entries()) {
    if (index > 0) expect(at - (opened[index - 1] ?? 0)).toBeGreaterThanOrEqual(45);
  }
});
