import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openRawWire } from '../../../src/live/open-raw-wire.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

type Handle = (message: Record<string, unknown>, response: ServerResponse, request: IncomingMessage) => void;

/** Opens a wire to a server that handles each request as told. */
async function wireTo(handle: Handle, timeout = 5000) {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => handle(body === '' ? {} : JSON.parse(body), response, request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const wire = openRawWire({ kind: 'http', url, headers: {} }, timeout, new AbortController().signal);
  endings.push(() => wire.close());
  return wire;
}

const json = (response: ServerResponse, value: unknown, headers = {}) =>
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));

describe('a wire over HTTP', () => {
  it('hears what the server sends on a stream of its own, once the handshake is done', async () => {
    const seen: string[] = [];
    const wire = await wireTo(({ id, method }, response, request) => {
      const { method: verb, headers } = request;
      seen.push(`${verb} ${method ?? ''} ${headers['mcp-session-id'] ?? ''}`.trim());
      if (method === 'initialize') json(response, { id, result: {} }, { 'mcp-session-id': 's' });
      else if (verb === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`data: ${JSON.stringify({ id: 7, method: 'roots/list' })}\n\n`);
      } else response.writeHead(202).end();
    });
    wire.send({ id: 1, method: 'initialize' });
    expect(await wire.receive()).toEqual({ id: 1, result: {} });
    wire.send({ method: 'notifications/initialized' });
    expect(await wire.receive()).toEqual({ id: 7, method: 'roots/list' });
    await wire.close();
    expect(seen).toEqual(['POST initialize', 'POST notifications/initialized s', 'GET  s', 'DELETE  s']);
  });

  it.each([405, 200])('takes no message from a server that has no such stream (%i)', async (status) => {
    const wire = await wireTo(({ method, id }, response, { method: verb }) => {
      if (verb === 'GET') {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000 }, id: null }));
      } else if (method === 'ping') json(response, { id, result: {} });
      else response.writeHead(202).end();
    });
    wire.send({ method: 'notifications/initialized' });
    wire.send({ id: 2, method: 'ping' });
    expect(await wire.receive()).toEqual({ id: 2, result: {} });
  });

  it('repeats the method, the name and arguments in headers of the protocol without a handshake', async () => {
    const wire = await wireTo(({ id }, response, { headers }) => {
      const mirrored = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'));
      json(response, { id, result: Object.fromEntries(mirrored) });
    });
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    wire.send({ id: 1, method: 'tools/call', params: { name: 'grüße', _meta } }, { 'Mcp-Param-A': 'b' });
    expect(await wire.receive()).toEqual({
      id: 1,
      result: {
        'mcp-method': 'tools/call',
        'mcp-name': '=?base64?Z3LDvMOfZQ==?=',
        'mcp-param-a': 'b',
        'mcp-protocol-version': '2026-07-28',
      },
    });
    // the protocol with a handshake has none of them
    wire.send({ id: 2, method: 'tools/call', params: { name: 'a' } }, { 'Mcp-Param-A': 'b' });
    expect(await wire.receive()).toEqual({ id: 2, result: {} });
  });

  it('gives up on an answer although other messages keep coming', async () => {
    const wire = await wireTo((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const timer = setInterval(() => response.write('data: {"method":"notifications/x"}\n\n'), 5);
      response.once('close', () => clearInterval(timer));
    }, 60);
    wire.begin();
    wire.send({ id: 1, method: 'tools/call' });
    let received = await wire.receive();
    while (received !== 'timeout') received = await wire.receive();
    expect(received).toBe('timeout');
  });

  it('says why a server cannot be reached', async () => {
    const target = { kind: 'http', url: 'http://127.0.0.1:1/mcp', headers: {} } as const;
    const wire = openRawWire(target, 5000, new AbortController().signal);
    wire.send({ id: 1, method: 'ping' });
    expect(await wire.receive()).toBe('closed');
    expect(wire.why).toMatch(/^cannot be reached: /);
    await wire.close();
  });
});

describe('a wire on stdio', () => {
  const wireOf = (command: string, args: readonly string[] = []) => {
    const wire = openRawWire({ kind: 'stdio', command, args }, 5000, new AbortController().signal);
    endings.push(() => wire.close());
    return wire;
  };
  const script = (text: string) => wireOf(process.execPath, ['-e', text]);

  it('sends lines and hears those that are messages', async () => {
    const wire = script('console.log("noise"); process.stdin.pipe(process.stdout)');
    wire.begin();
    wire.send({ id: 1, method: 'a' });
    expect(await wire.receive()).toEqual({ id: 1, method: 'a' });
    expect(wire.why).toBeUndefined();
  });

  it.each([
    ['process.exit(3)', 'ended with code 3 before it answered'],
    ['process.kill(process.pid, "SIGKILL")', 'was ended by SIGKILL before it answered'],
  ])('says how a server ended (%s)', async (text, why) => {
    const wire = script(text);
    expect(await wire.receive()).toBe('closed');
    expect(wire.why).toBe(why);
  });

  it('says that there is no such program', async () => {
    const wire = wireOf('no-such-program-anywhere');
    expect(await wire.receive()).toBe('closed');
    expect(wire.why).toBe('cannot be started: there is no such program');
  });

  it('is closed by a message with too many values', async () => {
    const wire = script('console.log("[" + "1,".repeat(250_000) + "1]"); process.stdin.resume()');
    expect(await wire.receive()).toBe('closed');
  });
});
