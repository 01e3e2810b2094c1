import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../../../src/live/connect.ts';
import type { Connection } from '../../../src/live/connection.ts';

let server: Server | undefined;
let connection: Connection | undefined;
afterEach(async () => {
  await connection?.close();
  server?.closeAllConnections();
  server?.close();
});

const JSON_TYPE = { 'content-type': 'application/json' };
const EVENTS = { 'content-type': 'text/event-stream' };
const INFO = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'b', version: '1' },
};
const asBytes = (text: string) => Buffer.from(text, 'latin1');

/** Connects to a server that answers each call of a tool in a way of its own. */
async function session(answer: (response: ServerResponse, id: number) => void): Promise<Connection> {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method } = JSON.parse(body);
    if (method === 'tools/call' || method === 'tools/list') return answer(response, id);
    if (id === undefined) return response.writeHead(202).end();
    return response.writeHead(200, JSON_TYPE).end(JSON.stringify({ jsonrpc: '2.0', id, result: INFO }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const { signal } = new AbortController();
  const protocol = { kind: 'era', era: 'legacy' } as const;
  connection = await connect({ kind: 'http', url, headers: {} }, { timeout: 600_000, signal, protocol });
  return connection;
}

const call = { kind: 'tool', name: 't', args: {} } as const;
// a test that waits for this long fails
const times = { timeout: 600_000, maxTime: 600_000, answers: [] };
const CLOSED = { kind: 'closed' };
const GARBLED = { kind: 'malformed', message: 'the answer is not valid UTF-8' };
const TWICE = {
  kind: 'malformed',
  message: 'the answer is not acceptable JSON: a key occurs twice in one object',
};
const garbled = (id: number) => `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"a":"\xff\xfe"}}`;
const twice = (id: number) =>
  `{"jsonrpc":"2.0","id":${id},"result":{"isError":true,"isError":false,"content":[]}}`;

describe('an answer over HTTP', () => {
  it.each<[string, object, (response: ServerResponse, id: number) => void]>([
    [
      'a stream whose connection breaks in an event',
      CLOSED,
      (response) => response.writeHead(200, EVENTS).write('data: {"jsonrpc"', () => response.destroy()),
    ],
    ['a stream without an event', CLOSED, (response) => response.writeHead(200, EVENTS).end()],
    [
      'a stream that ends in the event',
      CLOSED,
      (response, id) => response.writeHead(200, EVENTS).end(`data: {"jsonrpc":"2.0","id":${id},"result":{}}`),
    ],
    [
      'a garbled document',
      GARBLED,
      (response, id) => response.writeHead(200, JSON_TYPE).end(asBytes(garbled(id))),
    ],
    [
      'a document with a key twice',
      TWICE,
      (response, id) => response.writeHead(200, JSON_TYPE).end(twice(id)),
    ],
    [
      'a garbled event',
      GARBLED,
      (response, id) => response.writeHead(200, EVENTS).end(asBytes(`data: ${garbled(id)}\n\n`)),
    ],
    [
      'an event with a key twice',
      TWICE,
      (response, id) => response.writeHead(200, EVENTS).end(`: ${id}\n\nid: 5\ndata: ${twice(id)}\n\n`),
    ],
  ])('that is lost in %s is a fault at once', async (_, fault, answer) => {
    const { ask, violations } = await session(answer);
    expect((await ask(call, times)).outcome).toEqual({ kind: 'fault', fault });
    expect(violations.count).toBe(0);
  });

  it('is believed beside a notification that is not', async () => {
    const { ask, violations } = await session((response, id) =>
      response
        .writeHead(200, EVENTS)
        .end(
          `data: {"jsonrpc":"2.0","method":"notifications/x","method":"notifications/x"}\n\n` +
            `data: {"jsonrpc":"2.0","id":${id},"result":{"content":[]}}\n\n`,
        ),
    );
    const { outcome, notifications } = await ask(call, times);
    expect(outcome).toEqual({ kind: 'result', result: { content: [] } });
    expect(notifications).toEqual([]);
    expect(violations.lines).toEqual([
      'sends a message that is not acceptable JSON: a key occurs twice in one object',
    ]);
  });

  it('names why a list is lost', async () => {
    const { listTools } = await session((response) => response.writeHead(200, EVENTS).end());
    await expect(listTools()).rejects.toThrow('tools/list failed: the connection ended during the call');
  });
});
