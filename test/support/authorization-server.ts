import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An MCP server that wants an access token, and the authorization server that gives it. Both on loopback. */
export interface GuardedServer {
  readonly url: string;
  readonly issuer: string;
  /** What was asked of the authorization server for a token: the header and the form of each request. */
  readonly asked: readonly { readonly authorization: string | undefined; readonly form: string }[];
  /** The methods that arrived with a valid token. */
  readonly methods: readonly string[];
  /** Makes every token that was given so far invalid, as when it expires. */
  expire(): void;
  /** From now on gives no token. */
  refuse(): void;
  close(): Promise<void>;
}

/** @param secret the only one that is accepted, for the client `client` */
export async function startGuardedServer(secret: string): Promise<GuardedServer> {
  const asked: { authorization: string | undefined; form: string }[] = [];
  const methods: string[] = [];
  let [given, expired, isRefusing] = [0, 0, false];
  const isValid = (authorization = '') => {
    const [, number] = /^Bearer token-(\d+)$/.exec(authorization) ?? [];
    return number !== undefined && Number(number) > expired;
  };
  const issuer = createServer(async (request, response) => {
    const origin = originOf(issuer);
    if (request.url?.startsWith('/.well-known/')) {
      return json(response, 200, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        response_types_supported: ['code'],
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
      });
    }
    const { authorization } = request.headers;
    asked.push({ authorization, form: await textOf(request) });
    const expected = `Basic ${Buffer.from(`client:${secret}`).toString('base64')}`;
    if (authorization !== expected || isRefusing) return json(response, 401, { error: 'invalid_client' });
    json(response, 200, { access_token: `token-${++given}`, token_type: 'Bearer', expires_in: 3600 });
  });
  const server = createServer(async (request, response) => {
    const origin = originOf(server);
    if (request.url?.startsWith('/.well-known/oauth-protected-resource')) {
      return json(response, 200, { resource: `${origin}/mcp`, authorization_servers: [originOf(issuer)] });
    }
    if (!isValid(request.headers.authorization)) {
      const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
      return response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
    }
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method, params } = JSON.parse(await textOf(request));
    methods.push(method);
    if (id === undefined) return response.writeHead(202).end();
    json(response, 200, { jsonrpc: '2.0', id, ...answer(method, params) });
  });
  for (const each of [issuer, server]) {
    each.listen(0, '127.0.0.1');
    await once(each, 'listening');
  }
  return {
    url: `${originOf(server)}/mcp`,
    issuer: originOf(issuer),
    asked,
    methods,
    expire() {
      expired = given;
    },
    refuse() {
      isRefusing = true;
    },
    async close() {
      for (const each of [issuer, server]) {
        each.closeAllConnections();
        each.close();
        await once(each, 'close');
      }
    },
  };
}

function answer(method: string, params: { protocolVersion?: string; arguments?: unknown }) {
  switch (method) {
    case 'initialize': {
      const { protocolVersion } = params;
      return {
        result: {
          protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'guarded', version: '1' },
        },
      };
    }
    case 'tools/list':
      return { result: { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] } };
    case 'tools/call':
      return { result: { content: [{ type: 'text', text: JSON.stringify(params.arguments) }] } };
    default:
      return { error: { code: -32601, message: 'method not found' } };
  }
}

function originOf(server: ReturnType<typeof createServer>): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
