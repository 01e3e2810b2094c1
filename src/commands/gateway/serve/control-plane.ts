import { parseJson } from '../../../documents/json.ts';
import { InputError, messageOf, NothingSelectedError } from '../../../errors.ts';
import type { Route, RouteId } from '../../../features/gateway/control/routes-schema.ts';
import type { WholeAnswer, WholeRequest } from '../../../live/serve-requests.ts';
import { escapeForTerminal } from '../../../text/escape-terminal.ts';
import { approvalsApi } from './approvals-api.ts';
import type { Change } from './change-log.ts';
import type { Ask, Handler, Result, Served } from './handling.ts';
import { matchRoute } from './match-route.ts';
import { policiesApi } from './policies-api.ts';
import { BODY, inWords, Refusal, refusalFor } from './refusal.ts';
import { sessionApi } from './session-api.ts';
import { suggestionsApi } from './suggestions-api.ts';
import type { Client } from './tokens.ts';
import { trialsApi } from './trials-api.ts';

/** Of every answer: nothing is kept, guessed, framed or told to other sites. */
const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const JSON_TYPE = { 'content-type': 'application/json' } as const;

/** A page or a file that is served as it is, by its path. */
export type Pages = Readonly<
  Record<string, { readonly headers: Readonly<Record<string, string>>; readonly body: string }>
>;

/**
 * Returns what answers each request: checks its origin, its token and its form, carries it out, and turns what goes wrong into
 * an answer. Spec (enforcement): "Control plane".
 */
export function controlPlane(served: Served, pages: Pages): (request: WholeRequest) => Promise<WholeAnswer> {
  const handlers: Readonly<Record<RouteId, Handler>> = {
    ...sessionApi(served),
    ...policiesApi(served),
    ...trialsApi(served),
    ...suggestionsApi(served),
    ...approvalsApi(served),
  };
  return async (request) => {
    const change = served.changes?.open(request);
    try {
      refuseStrangers(request);
      const page = pageAt(request, pages);
      if (page) return { status: 200, headers: { ...HEADERS, ...page.headers }, body: page.body };
      const { route, params, flags } = matchRoute(request.method, request.url);
      const client = clientOf(request, route, served, change);
      const ifMatch = textOf(request.headers['if-match']);
      // read first: an ETag that is older than its answer costs a client nothing but another look
      const { etag, sha256 } = served.rules.current;
      const ask = { params, flags, ifMatch, client, ...bodyOf(request, route) };
      change?.begin(route, ask, sha256);
      const result = { etag, ...(await handlers[route.id](ask)) };
      change?.done(route.success.status, result.etag);
      return answerOf(route, result);
    } catch (error) {
      const refusal = refusalOf(error, served);
      change?.refused(refusal);
      return refused(refusal);
    }
  };
}

function pageAt({ method, url }: WholeRequest, pages: Pages) {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  return Object.hasOwn(pages, url) ? pages[url] : undefined;
}

function refuseStrangers({ isOurs }: WholeRequest): void {
  if (isOurs) return;
  throw new Refusal(403, 'the request comes from another page, or is meant for another machine', {
    help: 'use the address that was printed at the start, from a page of this server or from no page',
  });
}

const NOBODY: Client = { name: '', scopes: [] };

function clientOf(
  { headers }: WholeRequest,
  { scope }: Route,
  { tokens }: Served,
  change: Change | undefined,
): Client {
  if (scope === 'none') return NOBODY;
  const [, token] = /^bearer +(\S+)$/i.exec(textOf(headers.authorization) ?? '') ?? [];
  const client = token === undefined ? undefined : tokens.clientOf(token);
  if (!client) {
    throw new Refusal(401, token === undefined ? 'the token is missing' : 'the token is not known', {
      help: 'send `Authorization: Bearer TOKEN` with a token of --token-file',
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
  change?.isOf(client.name);
  if (scope === 'any' || client.scopes.includes(scope)) return client;
  throw new Refusal(403, `the token lacks the scope \`${scope}\``, {
    help: 'use another token, or add the scope in --token-file and start the server again',
  });
}

function bodyOf(
  { headers, body }: WholeRequest,
  { body: schema, isBodyOptional = false }: Route,
): Pick<Ask, 'text' | 'document'> {
  if (!schema) return NO_BODY;
  if (body === 'too-long') throw new Refusal(413, 'the body is too long');
  if (isBodyOptional && body.length === 0) return NO_BODY;
  const [type = ''] = (textOf(headers['content-type']) ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json' || headers['content-encoding'] !== undefined) {
    throw new Refusal(415, 'the body must be sent as `application/json`, without a content encoding');
  }
  const text = decoded(body);
  return { text, document: parseJson(text, BODY) };
}

const NO_BODY = { text: '{}', document: parseJson('{}', BODY) };

function decoded(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new Refusal(400, 'the body is not valid UTF-8');
  }
}

function answerOf({ success, etag: isTagged }: Route, { body, headers, etag = '' }: Result): WholeAnswer {
  return {
    status: success.status,
    headers: {
      ...HEADERS,
      ...(isTagged && { etag }),
      ...(success.body && JSON_TYPE),
      ...headers,
    },
    body: success.body ? JSON.stringify(body) : '',
  };
}

function refused({ status, headers, body }: Refusal): WholeAnswer {
  return { status, headers: { ...HEADERS, ...JSON_TYPE, ...headers }, body: JSON.stringify(body) };
}

function refusalOf(error: unknown, { ports: { stderr } }: Served): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof InputError) return refusalFor(error.diagnostics);
  if (error instanceof NothingSelectedError) {
    return new Refusal(422, error.diagnostics.map(inWords).join('; '));
  }
  stderr.write(`note: a request met a bug in mcptest: ${escapeForTerminal(messageOf(error))}\n`);
  return new Refusal(500, 'this is a bug in mcptest');
}

/** Several headers with one name are none: which of them counts would be a guess. */
function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
