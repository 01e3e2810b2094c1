import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Tape } from '../../../src/artifacts/tape/model.ts';
import { readTape } from '../../../src/artifacts/tape/read.ts';
import { HttpSessions } from '../../../src/features/record/http-sessions.ts';
import { Recorder } from '../../../src/features/record/recorder.ts';
import { Redactor } from '../../../src/features/record/redactor.ts';
import { Recorded } from '../../../src/features/record/replay.ts';
import { recordHttp } from '../../../src/live/record-http.ts';
import { servePosts } from '../../../src/live/serve-posts.ts';
import { memoryFiles } from '../../support/memory-files.ts';

const endings: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const ADDRESS = { host: '127.0.0.1', port: 0 };

async function start(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp?key=of-the-server`;
}

/** Records in front of a URL. `finish` ends the recording and returns its tape. */
async function record(url: string, headers: Record<string, string> = {}) {
  const recorder = new Recorder('http', []);
  const lines: string[] = [];
  const faults: string[] = [];
  const ending = new AbortController();
  endings.push(() => ending.abort());
  let ready = (_: string) => {};
  const listening = new Promise<string>((resolve) => {
    ready = resolve;
  });
  const ended = recordHttp({
    url,
    headers,
    address: ADDRESS,
    signal: ending.signal,
    onReady: ready,
    onPassed: (passed) => lines.push(recorder.take(passed) ?? ''),
    onFault: (fault) => faults.push(fault),
  });
  const finish = async (): Promise<Tape> => {
    ending.abort();
    await ended;
    return readTape('t', memoryFiles({ t: recorder.header() + lines.join('') }));
  };
  return { url: await listening, ended, finish, faults };
}

async function serve(tape: Tape): Promise<string> {
  const ending = new AbortController();
  const sessions = new HttpSessions(new Recorded(tape, new Redactor([])));
  return new Promise((resolve) => {
    const served = servePosts(ADDRESS, ending.signal, resolve, (ask, reply) => sessions.answer(ask, reply));
    endings.push(async () => {
      ending.abort();
      await served;
    });
  });
}

function post(url: string, body: string, headers: Record<string, string> = {}) {
  return fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
}

const HELLO = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}';
const CALL = '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a"}}';
const PROGRESS = '{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"busy"}}';
const CHANGED = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += part;
  return body;
}

/** A server with sessions: it answers calls with streams of events, and has a stream of its own. */
const SERVER: RequestListener = async (request, response) => {
  const body = await bodyOf(request);
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`id: 1\nretry: 5\ndata:\n\nevent: message\ndata: ${CHANGED}\n\n`);
  } else if (body.includes('initialize')) {
    const headers = {
      'content-type': 'application/json',
      'mcp-session-id': 'very-secret',
      'set-cookie': 'a=b',
    };
    response.writeHead(200, headers).end('{"result":{},"jsonrpc":"2.0","id":1}');
  } else if (body.includes('tools/call')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`event: message\r\ndata: ${PROGRESS}\r\n\r\nda`);
    setTimeout(() => response.end('ta: {"result":"grüße","jsonrpc":"2.0","id":2}\n\n'), 20);
  } else response.writeHead(202).end();
};

/** Sends a request for exactly this target, and returns the status of the answer. */
function statusOf(url: string, target: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { path: target }, (response) => resolve(response.resume().statusCode));
    asked.on('error', reject).end();
  });
}

describe('a recording over HTTP', () => {
  it('passes requests and responses on, and is replayed byte by byte', async () => {
    const direct = await start(SERVER);
    const { url, finish, faults } = await record(direct);
    expect(new URL(url).pathname).toBe('/mcp');
    const session = { 'mcp-session-id': 'very-secret', authorization: 'Bearer x' };
    const talk = async (to: string, name: string) => {
      const headers = { ...session, 'mcp-session-id': name };
      const hello = await post(to, HELLO);
      const own = hello.headers.get('mcp-session-id') ?? '';
      const listen = fetch(to, { headers: { ...headers, ...(name === '' && { 'mcp-session-id': own }) } });
      const stream = await listen;
      const call = await post(to, CALL, { ...headers, ...(name === '' && { 'mcp-session-id': own }) });
      return [await hello.text(), await call.text(), own, stream] as const;
    };
    const [hello, call] = await talk(url, 'very-secret');
    expect(hello).toBe('{"result":{},"jsonrpc":"2.0","id":1}');
    expect(call).toBe(
      `event: message\r\ndata: ${PROGRESS}\r\n\r\ndata: {"result":"grüße","jsonrpc":"2.0","id":2}\n\n`,
    );
    const tape = await finish();
    expect(faults).toEqual([]);
    expect(tape.header).toMatchObject({ era: 'legacy', transport: 'http' });
    const text = JSON.stringify(tape);
    for (const secret of ['very-secret', 'Bearer x', 'a=b', 'of-the-server'])
      expect(text).not.toContain(secret);
    expect(tape.frames.map(({ dir, stream }) => `${dir} ${stream}`)).toEqual(
      expect.arrayContaining([
        'to_server 0',
        'to_client 0',
        'to_server 1',
        'to_client 1',
        'to_server 2',
        'to_client 2',
      ]),
    );
    const replayed = await talk(await serve(tape), '');
    expect(replayed[0]).toBe(hello);
    expect(replayed[1]).toBe(
      `event: message\ndata: ${PROGRESS}\n\nevent: message\ndata: {"result":"grüße","jsonrpc":"2.0","id":2}\n\n`,
    );
    expect(replayed[2]).toBe('session-1');
  });

  it('adds headers for the server, and records no other paths', async () => {
    const seen: string[] = [];
    const direct = await start((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization} ${request.headers.host}`);
      response.end('{}');
    });
    const { url, finish } = await record(direct, { Authorization: 'Bearer y' });
    await post(url, CALL);
    await fetch(new URL('/login?code=1', url), { headers: { authorization: 'own' } });
    const { host } = new URL(direct);
    expect(seen).toEqual([`/mcp?key=of-the-server Bearer y ${host}`, `/login?code=1 own ${host}`]);
    expect((await finish()).frames.length).toBe(2);
  });

  it('ends when the server is lost', async () => {
    const { url, ended } = await record('http://127.0.0.1:1/mcp');
    expect((await post(url, CALL)).status).toBe(502);
    expect(await ended).toMatchObject({ by: 'server', why: 'nothing listens at its address' });
    const dying = await record(
      await start((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
        response.write('{', () => response.destroy());
      }),
    );
    await post(dying.url, CALL)
      .then((response) => response.text())
      .catch(() => {});
    expect(await dying.ended).toMatchObject({ by: 'server', why: 'it ended in the middle of an answer' });
  });

  it('goes on when a client leaves', async () => {
    const direct = await start((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    });
    const { url, finish } = await record(direct);
    const leaving = new AbortController();
    await fetch(url, { method: 'POST', body: CALL, signal: leaving.signal });
    leaving.abort();
    await fetch(new URL('/other', url), { signal: AbortSignal.timeout(200) })
      .then((r) => r.text())
      .catch(() => {});
    expect((await finish()).frames.length).toBe(2);
  });

  it('does not record what it cannot look through', async () => {
    const direct = await start((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('xx'),
    );
    const { url, faults } = await record(direct);
    await post(url, CALL)
      .then((response) => response.text())
      .catch(() => {});
    expect(faults).toEqual([expect.stringContaining('compresses')]);
  });

  it.each([['http://a:99999/'], ['http://127.0.0.1:1/x'], ['*']])(
    'refuses a request for %s, which is no path of the server',
    async (target) => {
      const seen: (string | undefined)[] = [];
      const direct = await start((request, response) => {
        seen.push(request.url);
        response.end('{}');
      });
      const { url, finish, faults } = await record(direct);
      expect(await statusOf(url, target)).toBe(400);
      expect(seen).toEqual([]);
      expect((await post(url, CALL)).status).toBe(200);
      await finish();
      expect(faults).toEqual([]);
    },
  );

  it.each(['//127.0.0.1:1/x', '/\\127.0.0.1:1/x', '/../x'])(
    'passes the path %s on to its own server',
    async (path) => {
      const seen: (string | undefined)[] = [];
      const direct = await start((request, response) => {
        seen.push(request.url);
        response.end('{}');
      });
      const { url } = await record(direct);
      expect(await statusOf(url, path)).toBe(200);
      expect(seen).toEqual([path]);
    },
  );

  it('goes on after an answer that HTTP does not have, and keeps no tape of it', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end('HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endings.push(() => void server.close());
    const { url, faults } = await record(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
    expect((await post(url, CALL)).status).toBe(502);
    expect((await post(url, CALL)).status).toBe(502);
    expect(faults).toEqual(
      Array(2).fill(expect.stringContaining('cannot be passed on: Invalid status code: 99')),
    );
  });

  it('answers a request that cannot be sent', async () => {
    const { url, faults } = await record(await start(SERVER), { 'x-key': 'a\nb' });
    expect((await post(url, CALL)).status).toBe(502);
    expect(faults).toEqual([expect.stringContaining('cannot be passed on')]);
  });

  it('rejects requests of foreign pages', async () => {
    const { url } = await record(await start(SERVER));
    expect((await post(url, CALL, { origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('a tape over HTTP', () => {
  it('refuses what does not belong to it', async () => {
    const { url, finish } = await record(await start(SERVER));
    await post(url, HELLO);
    const served = await serve(await finish());
    expect((await post(served, 'no json')).status).toBe(400);
    expect((await post(served, HELLO, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(new URL('/elsewhere', served).href, HELLO)).status).toBe(404);
    expect((await post(served, CALL, { 'mcp-session-id': 'unknown' })).status).toBe(404);
    expect((await fetch(served)).status).toBe(405);
    expect(await (await post(served, CALL)).json()).toMatchObject({ error: { code: -32601 } });
    expect((await post(served, '{"jsonrpc":"2.0","method":"notifications/initialized"}')).status).toBe(202);
    const own = (await post(served, HELLO)).headers.get('mcp-session-id') ?? '';
    expect((await fetch(served, { method: 'DELETE', headers: { 'mcp-session-id': own } })).status).toBe(200);
    expect((await post(served, HELLO, { 'mcp-session-id': own })).status).toBe(404);
  });
});
