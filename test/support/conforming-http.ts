import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from './conforming-server.mjs';

interface Told {
  readonly speaks?: readonly string[];
  readonly faults?: readonly string[];
}

const META = 'io.modelcontextprotocol/protocolVersion';

/** Serves the conforming server over streamable HTTP, with its faults, while `use` runs. */
export async function withHttpServer<T>(told: Told, use: (url: string) => Promise<T>): Promise<T> {
  const handler = new Endpoint(told);
  const server = createServer((request, response) => void handler.take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

class Endpoint {
  readonly #told: Told;
  readonly #sessions = new Map<string, Server>();
  readonly #modern: Server;
  #next = 1;

  constructor(told: Told) {
    this.#told = told;
    this.#modern = new Server(told);
  }

  #has(fault: string): boolean {
    return this.#told.faults?.includes(fault) === true;
  }

  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers, method } = request;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const end = (status: number, body?: unknown, more: Record<string, string> = {}) => {
      response.writeHead(status, {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
      });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    if (headers.origin !== undefined && !this.#has('any-origin')) return end(403);
    if (!headers.host?.startsWith('127.0.0.1') && !this.#has('any-host')) return end(403);
    const session = headers['mcp-session-id'];
    if (method === 'GET')
      return this.#has('get-page') ? end(200, {}) : this.#has('get-stream') ? stream(response) : end(405);
    if (method === 'DELETE') {
      if (!this.#has('keeps-sessions')) this.#sessions.delete(String(session));
      return end(200);
    }
    const text = Buffer.concat(parts).toString('utf8');
    this.#post(text, headers, end, response);
  }

  #post(
    text: string,
    headers: IncomingMessage['headers'],
    end: (status: number, body?: unknown, more?: Record<string, string>) => void,
    response: ServerResponse,
  ): void {
    let message: { id?: unknown; method: string; params?: Record<string, unknown> };
    try {
      message = JSON.parse(text);
    } catch {
      end(this.#has('takes-malformed') ? 202 : 400);
      return;
    }
    const version = headers['mcp-protocol-version'];
    const meta = (message.params?._meta ?? {}) as Record<string, unknown>;
    if (meta[META] !== undefined) {
      this.#modernPost(message, meta[META], headers, end, response);
      return;
    }
    if (message.method === 'initialize') {
      const server = new Server(this.#told);
      const id = this.#has('odd-session') ? `s ${this.#next++}` : `s${this.#next++}`;
      this.#sessions.set(id, server);
      const [reply] = server.answer(message) as unknown[];
      end(200, reply, this.#has('sessionless') ? {} : { 'mcp-session-id': id });
      return;
    }
    const given = headers['mcp-session-id'];
    const isSessionless = this.#has('sessionless');
    const server = isSessionless ? this.#modern : this.#sessions.get(String(given));
    if (given === undefined && !isSessionless) {
      end(this.#has('odd-session-status') ? 500 : 400);
      return;
    }
    if (!server) {
      end(404);
      return;
    }
    if (version?.toString().startsWith('1999') && !this.#has('any-version-header')) {
      end(400);
      return;
    }
    if (message.id === undefined) {
      this.#has('notification-200') ? end(200, {}) : message.method.includes('mcptest') ? end(400) : end(202);
      return;
    }
    const messages = server.answer(message) as unknown[];
    if (this.#has('text-type')) {
      end(200, messages.at(-1), { 'content-type': 'text/plain' });
      return;
    }
    if (messages.length > 1) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const each of messages) response.write(`event: message\ndata: ${JSON.stringify(each)}\n\n`);
      response.end();
    } else end(200, messages[0]);
  }

  #modernPost(
    message: { id?: unknown; method: string; params?: Record<string, unknown> },
    version: unknown,
    headers: IncomingMessage['headers'],
    end: (status: number, body?: unknown) => void,
    response: ServerResponse,
  ): void {
    if (message.id === undefined) {
      end(202);
      return;
    }
    const { name } = message.params ?? {};
    const refuse = () =>
      end(this.#has('mismatch-200') ? 200 : 400, {
        jsonrpc: '2.0',
        id: message.id,
        error: { code: -32020, message: 'mismatch' },
      });
    if (headers['mcp-protocol-version'] !== version && !this.#has('any-header-version')) {
      refuse();
      return;
    }
    if (
      headers['mcp-method'] === undefined
        ? !this.#has('any-header-missing')
        : headers['mcp-method'] !== message.method && !this.#has('any-header-method')
    ) {
      refuse();
      return;
    }
    if (name !== undefined && headers['mcp-name'] !== name && !this.#has('any-header-name')) {
      refuse();
      return;
    }
    const messages = this.#modern.answer(message) as { error?: { code: number } }[];
    const reply = messages.at(-1);
    const code = reply?.error?.code;
    const status = this.#has('always-200')
      ? 200
      : code === -32601
        ? 404
        : code === -32022 || (code === -32602 && !name && message.method !== 'tools/call')
          ? 400
          : 200;
    const isSubscription = message.method === 'subscriptions/listen' && code === undefined;
    if (this.#has('events') || messages.length > 1 || isSubscription) {
      response.writeHead(status, { 'content-type': 'text/event-stream' });
      for (const each of messages) response.write(`event: message\ndata: ${JSON.stringify(each)}\n\n`);
      if (!isSubscription) response.end();
    } else end(status, reply);
  }
}

function stream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(': here\n\n');
}
