import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallJudge, Fate } from '../../../src/features/gateway/enforce/proxy/fate.ts';
import { HttpGate } from '../../../src/features/gateway/enforce/proxy/http-gate.ts';
import { proxyHttp } from '../../../src/live/proxy-http.ts';

const endings: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** A server that notes what it gets. */
async function server(listener: (body: string, ...rest: Parameters<RequestListener>) => void) {
  const seen: { body: string; headers: IncomingMessage['headers']; method: string | undefined }[] = [];
  const started = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const part of incoming) body += part;
    seen.push({ body, headers: incoming.headers, method: incoming.method });
    listener(body, incoming, outgoing);
  });
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  endings.push(() => {
    started.closeAllConnections();
    started.close();
  });
  return { url: `http://127.0.0.1:${(started.address() as AddressInfo).port}/deep/mcp?key=k`, seen };
}

/** A proxy that denies the tool `deny`, holds the tool `hold`, and notes what could not be decided. */
async function proxy(url: string, more: { allowRemote?: boolean; headers?: Record<string, string> } = {}) {
  const held: { settle: (fate: Fate) => void; why?: string }[] = [];
  const faults: string[] = [];
  const told: string[] = [];
  const ips: (string | undefined)[] = [];
  const judge: CallJudge = {
    judge: ({ tool }, ip) => {
      ips.push(ip);
      if (tool !== 'hold') return tool === 'deny' ? { kind: 'denied', words: 'denied' } : { kind: 'pass' };
      let settle: (fate: Fate) => void = () => {};
      const fate = new Promise<Fate>((resolve) => {
        settle = resolve;
      });
      const entry: (typeof held)[number] = { settle };
      held.push(entry);
      const withdraw = (why: string) => {
        entry.why = why;
        settle({ kind: 'dropped' });
      };
      return { fate, withdraw };
    },
    noteFault: (fault) => void faults.push(fault),
    deniesAlways: (tool) => tool === 'deny',
  };
  const ending = new AbortController();
  const gate = new HttpGate(judge, { denyAs: 'result', showDenied: false });
  const { allowRemote = false, headers = {} } = more;
  const at = await new Promise<string>((resolve) => {
    const ended = proxyHttp({
      url,
      headers,
      address: { host: '127.0.0.1', port: 0 },
      allowRemote,
      signal: ending.signal,
      onReady: resolve,
      onFault: (message) => void told.push(message),
      gate,
    });
    endings.push(async () => {
      ending.abort();
      await gate.close();
      await ended;
    });
  });
  return { at, held, faults, told, ips, end: () => ending.abort() };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const post = (url: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers: { ...JSON_TYPE, ...headers } });
const call = (id: string, name: string) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}"}}`;
const LIST = '{"jsonrpc":"2.0","id":"l","method":"tools/list"}';
const TOOLS = '{"jsonrpc":"2.0","id":"l","result":{"tools":[{"name":"a"},{"name":"deny"}]}}';
const FEWER = '{"jsonrpc":"2.0","id":"l","result":{"tools":[{"name":"a"}]}}';
const ok = (id: string) => `{"jsonrpc":"2.0","id":${id},"result":{}}`;

/** Answers each request with a result, and notifications with nothing. */
const echo = () =>
  server((body, _, outgoing) => {
    const id = /"id":([^,}]+)/.exec(body)?.[1];
    if (id === undefined) outgoing.writeHead(202).end();
    else outgoing.writeHead(200, JSON_TYPE).end(body.startsWith('[') ? `[${ok(id)}]` : ok(id));
  });

/** The messages of an answer: one, or a batch. */
const messages = async (answer: Response) =>
  [await answer.json()].flat() as { id?: unknown; error?: { code: number } }[];

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('a proxy over HTTP', () => {
  it('passes requests on as they are, with the headers of the client and its own', async () => {
    const { url, seen } = await echo();
    const { at, ips } = await proxy(url, { headers: { 'X-Key': 'own' } });
    const body = ' {"jsonrpc":"2.0", "id":9007199254740993,"method":"tools/call","params":{"name":"a"}}';
    const answer = await post(at, body, {
      authorization: 'Bearer t',
      'mcp-session-id': 's',
      'x-key': 'theirs',
    });
    expect(await answer.text()).toBe(ok('9007199254740993'));
    expect(seen[0]).toMatchObject({
      body,
      headers: { authorization: 'Bearer t', 'mcp-session-id': 's', 'x-key': 'own', host: new URL(url).host },
    });
    expect(ips).toEqual(['127.0.0.1']);
  });

  it.each(['1', '"a"', '9007199254740993'])(
    'answers a denied call with 200 and its identifier: %s',
    async (id) => {
      const { url, seen } = await echo();
      const { at } = await proxy(url);
      const answer = await post(at, call(id, 'deny'));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(await answer.text()).toBe(
        `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"denied"}],"isError":true}}`,
      );
      expect(seen).toEqual([]);
    },
  );

  it('takes a batch apart', async () => {
    const { url, seen } = await echo();
    const { at } = await proxy(url);
    const mixed = await post(at, `[${call('1', 'deny')},${call('2', 'a')}]`);
    expect((await messages(mixed)).map(({ id }) => id)).toEqual([2, 1]);
    expect(seen.map(({ body }) => body)).toEqual([`[${call('2', 'a')}]`]);
    const denied = await post(at, `[${call('1', 'deny')}]`);
    expect((await messages(denied)).map(({ id }) => id)).toEqual([1]);
    const notice = '{"jsonrpc":"2.0","method":"notifications/x"}';
    const noticed = await post(at, `[${call('3', 'deny')},${notice}]`);
    expect([noticed.status, (await messages(noticed)).length]).toEqual([200, 1]);
    expect(seen[1]?.body).toBe(`[${notice}]`);
    const silent = await post(at, call('1', 'deny').replace('"id":1,', ''));
    expect([silent.status, await silent.text()]).toEqual([202, '']);
  });

  it.each([
    ['no JSON', 'x'],
    ['a key twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}'],
    ['nothing', ''],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff])],
    ['two objects', '{} {}'],
    ['nested batches', '[[]]'],
    ['more than it reads', `{"x":"${'x'.repeat(17 * 2 ** 20)}"}`],
  ])('answers %s with an error, and passes nothing on', async (_, body) => {
    const { url, seen } = await echo();
    const { at, faults } = await proxy(url);
    const answer = await post(at, body);
    expect([answer.status, typeof (await messages(answer))[0]?.error?.code]).toEqual([200, 'number']);
    expect(seen).toEqual([]);
    expect(faults).toHaveLength(1);
  });

  it('refuses compressed requests, and headers that contradict the body', async () => {
    const { url, seen } = await echo();
    const { at } = await proxy(url);
    const codeOf = async (body: string | Uint8Array, headers: Record<string, string>) =>
      (await messages(await post(at, body, headers)))[0]?.error?.code;
    expect(await codeOf(gzipSync(call('1', 'deny')), { 'content-encoding': 'gzip' })).toBe(-32600);
    expect(await codeOf(call('1', 'a'), { 'mcp-method': 'tools/list' })).toBe(-32020);
    expect(await codeOf(call('1', 'a'), { 'mcp-method': 'tools/call', 'mcp-name': 'b' })).toBe(-32020);
    expect(await codeOf(`[${call('1', 'a')}]`, { 'mcp-method': 'tools/call' })).toBe(-32020);
    expect(await codeOf(ok('1'), { 'mcp-method': 'tools/call' })).toBe(-32020);
    expect(await codeOf(call('1', 'a'), { 'mcp-name': '=?base64?/w==?=' })).toBe(-32020);
    expect(seen).toEqual([]);
    const read = '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///ä"}}';
    const encoded = `=?base64?${Buffer.from('file:///ä').toString('base64')}?=`;
    expect(await codeOf(read, { 'mcp-method': 'resources/read', 'mcp-name': encoded })).toBeUndefined();
    expect(await codeOf(call('1', 'a'), { 'mcp-method': 'tools/call', 'mcp-name': 'a' })).toBeUndefined();
  });

  it.each([
    ['plain', {}, (text: string) => Buffer.from(text)],
    ['gzip', { 'content-encoding': 'gzip' }, gzipSync],
    ['brotli', { 'content-encoding': 'br' }, brotliCompressSync],
  ])('lists what may be called: %s', async (_, headers, compress) => {
    const { url, seen } = await server((_body, _in, out) =>
      out.writeHead(200, { ...JSON_TYPE, ...headers }).end(compress(TOOLS)),
    );
    const { at } = await proxy(url);
    const answer = await post(at, LIST);
    expect(await answer.text()).toBe(FEWER);
    expect(seen[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('does not pass on a list that it cannot read', async () => {
    const { url } = await server((_body, _in, out) =>
      out.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'odd' }).end(TOOLS),
    );
    const { at, told } = await proxy(url);
    const answer = await post(at, LIST);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: 'l', error: { code: -32603 } });
    expect(told[0]).toContain('compressed in a way that is not read');
  });

  it.each(['\n', '\r\n', '\r'])(
    'lists what may be called in a stream of events, line end %j',
    async (end) => {
      const other = `event: message${end}id: 7${end}data: {"jsonrpc":"2.0",${end}data: "method":"x"}${end}${end}`;
      const { url } = await server((_body, _in, out) => {
        out.writeHead(200, { 'content-type': 'text/event-stream' });
        const text = `${other}id: 8${end}data: ${TOOLS}${end}${end}: bye${end}`;
        for (const part of [text.slice(0, 90), text.slice(90)]) out.write(part);
        out.end();
      });
      const { at } = await proxy(url);
      expect(await (await post(at, LIST)).text()).toBe(
        `${other}data: ${FEWER}\nid: 8${end}${end}: bye${end}`,
      );
    },
  );

  it('lists what may be called when an answer comes again on another stream', async () => {
    const { url, seen } = await server((_body, _in, out) =>
      out.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${TOOLS}\n\n`),
    );
    const { at } = await proxy(url);
    const headers = { accept: 'text/event-stream', 'last-event-id': '7', 'mcp-session-id': 's' };
    expect(await (await fetch(at, { headers })).text()).toBe(`data: ${FEWER}\n\n`);
    expect(seen[0]).toMatchObject({
      method: 'GET',
      headers: { 'last-event-id': '7', 'mcp-session-id': 's' },
    });
  });

  it('passes events on as they come', async () => {
    let next = () => {};
    const { url } = await server((_body, _in, out) => {
      out.writeHead(200, { 'content-type': 'text/event-stream' });
      out.write('data: 1\n\n');
      next = () => out.end('data: 2\n\n');
    });
    const { at } = await proxy(url);
    for (const ask of [() => post(at, call('1', 'a')), () => post(at, LIST), () => fetch(at)]) {
      const reader = (await ask()).body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
      const read = async () => Buffer.from((await reader.read()).value ?? []).toString();
      expect(await read()).toBe('data: 1\n\n');
      next();
      expect(await read()).toBe('data: 2\n\n');
    }
  });

  it('passes other answers on with their status: sessions that are over, a login, an end', async () => {
    const { url, seen } = await server((_body, { method }, out) =>
      method === 'DELETE'
        ? out.writeHead(204).end()
        : out.writeHead(method === 'GET' ? 405 : 404, { 'www-authenticate': 'Bearer' }).end('gone'),
    );
    const { at } = await proxy(url);
    const answer = await post(at, LIST);
    expect([answer.status, answer.headers.get('www-authenticate'), await answer.text()]).toEqual([
      404,
      'Bearer',
      'gone',
    ]);
    expect((await fetch(at)).status).toBe(405);
    expect((await fetch(at, { method: 'DELETE', headers: { 'mcp-session-id': 's' } })).status).toBe(204);
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'DELETE']);
  });

  it('leaves no way around itself', async () => {
    const { url, seen } = await server((_body, _in, out) => out.writeHead(307, { location: url }).end());
    const { at, told } = await proxy(url);
    const answer = await post(at, call('1', 'a'));
    expect(await answer.json()).toMatchObject({
      id: 1,
      error: { message: expect.stringContaining('redirects') },
    });
    expect(told).toHaveLength(1);
    for (const path of ['/deep/mcp', '//', '/x?y', '/./..%2f']) {
      expect((await post(at + path, call('1', 'deny'))).status).toBe(404);
    }
    expect((await fetch(at, { method: 'PUT', body: call('1', 'deny') })).status).toBe(405);
    expect(seen).toHaveLength(1);
  });

  it('answers for a server that cannot be reached', async () => {
    const { at, told } = await proxy('http://127.0.0.1:9/mcp');
    expect(await (await post(at, call('1', 'a'))).json()).toMatchObject({ id: 1, error: { code: -32603 } });
    const notice = await post(at, '{"jsonrpc":"2.0","method":"notifications/x"}');
    expect(notice.status).toBe(502);
    expect(told).toHaveLength(2);
  });

  it('passes messages of 10 MB both ways', async () => {
    const { url, seen } = await server((body, _in, out) => out.writeHead(200, JSON_TYPE).end(body));
    const { at } = await proxy(url);
    const big = call('1', 'a').replace('"name"', `"x":"${'y'.repeat(10 * 2 ** 20)}","name"`);
    expect(await (await post(at, big)).text()).toBe(big);
    expect(seen[0]?.body).toBe(big);
  });
});

describe('a held call over HTTP', () => {
  it('passes once it is approved', async () => {
    const { url, seen } = await echo();
    const { at, held } = await proxy(url);
    const answer = post(at, call('1', 'hold'));
    await until(() => held.length === 1);
    expect(seen).toEqual([]);
    held[0]?.settle({ kind: 'pass' });
    expect(await (await answer).text()).toBe(ok('1'));
  });

  it('is withdrawn when its own client cancels it, or leaves', async () => {
    const { url, seen } = await echo();
    const { at, held } = await proxy(url);
    const cancel = (session: string) =>
      post(at, '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}', {
        'mcp-session-id': session,
      });
    const answer = post(at, call('1', 'hold'), { 'mcp-session-id': 'a' });
    await until(() => held.length === 1);
    await cancel('b');
    expect(held[0]?.why).toBeUndefined();
    expect((await cancel('a')).status).toBe(202);
    expect([(await answer).status, held[0]?.why]).toEqual([202, 'cancelled']);
    const leaving = new AbortController();
    const left = fetch(at, { method: 'POST', body: call('2', 'hold'), signal: leaving.signal });
    await until(() => held.length === 2);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await until(() => held[1]?.why === 'gone');
    // the server has heard of the cancellation that is not ours alone
    expect(seen).toHaveLength(1);
  });

  it('hears what the server asks', async () => {
    const asks = '{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"s"}}';
    const { url } = await server((_body, _in, out) => out.writeHead(200, JSON_TYPE).end(asks));
    const { at, held } = await proxy(url);
    const states: (string | undefined)[] = [];
    const answer = post(at, call('1', 'hold'));
    await until(() => held.length === 1);
    held[0]?.settle({ kind: 'pass', onQuestion: (state) => void states.push(state) });
    expect(await (await answer).text()).toBe(asks);
    expect(states).toEqual(['s']);
  });
});

describe('the clients of a proxy over HTTP', () => {
  /** The status of a request with headers that fetch would not send. */
  const status = (at: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request(at, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
      sent.end(call('1', 'a'));
    });

  it.each([
    [{}, 200, 200],
    [{ host: 'localhost:1' }, 200, 200],
    [{ host: 'evil.example' }, 403, 403],
    [{ host: '192.0.2.7' }, 403, 200],
    [{ host: 'evil.example', origin: 'http://evil.example' }, 403, 403],
    [{ host: '192.0.2.7:80', origin: 'http://192.0.2.7:80' }, 403, 403],
    [{ host: '192.0.2.7:81', origin: 'http://192.0.2.7:81' }, 403, 200],
    [{ host: '192.0.2.7', origin: 'http://evil.example' }, 403, 403],
    [{ origin: 'null' }, 403, 403],
  ])('are of this machine, or come through an address: %j', async (headers, local, remote) => {
    const { url } = await echo();
    const [near, far] = [await proxy(url), await proxy(url, { allowRemote: true })];
    expect(await status(near.at, headers as Record<string, string>)).toBe(local);
    expect(await status(far.at, headers as Record<string, string>)).toBe(remote);
  });
});
