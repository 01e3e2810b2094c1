import type { Check } from './check.ts';

const PAGE = { legacy: 'basic/transports', modern: 'basic/transports/streamable-http' } as const;
const BOTH = { era: 'both', transport: 'http', page: PAGE } as const;
const LEGACY = { ...BOTH, era: 'legacy' } as const;
const MODERN = { ...BOTH, era: 'modern' } as const;

/** Checks of servers over streamable HTTP. */
export const HTTP_CHECKS = {
  'origin-refused': {
    ...BOTH,
    level: 'MUST',
    sentence: 'If the `Origin` header is present and invalid, servers MUST respond with HTTP 403 Forbidden.',
    how: 'sends a request with the origin https://mcptest.invalid',
    since: '2025-11-25',
  },
  'host-refused': {
    ...BOTH,
    level: 'SHOULD',
    sentence:
      'Without these protections, attackers could use DNS rebinding to interact with local MCP servers from remote websites.',
    how: 'if the server is on this machine, sends a request for the host mcptest.invalid, and expects a refusal',
  },
  'content-type': {
    ...BOTH,
    level: 'MUST',
    sentence:
      'If the input is a JSON-RPC request, the server MUST either return `Content-Type: text/event-stream`, to initiate an SSE stream, or `Content-Type: application/json`, to return one JSON object.',
    how: 'checks every answer with a result',
  },
  'notification-status': {
    ...LEGACY,
    level: 'MUST',
    sentence:
      'If the server accepts the input, the server MUST return HTTP status code 202 Accepted with no body.',
    how: 'sends `notifications/initialized`; an error status passes too, since a server need not accept it',
  },
  'get-status': {
    ...LEGACY,
    level: 'MUST',
    sentence:
      'The server MUST either return `Content-Type: text/event-stream` in response to this HTTP GET, or else return HTTP 405 Method Not Allowed',
    how: 'sends GET',
  },
  'version-header': {
    ...LEGACY,
    level: 'MUST',
    sentence:
      'If the server receives a request with an invalid or unsupported `MCP-Protocol-Version`, it MUST respond with `400 Bad Request`.',
    how: 'sends a request with the version 1999-01-01 in the header',
    since: '2025-06-18',
  },
  'session-id': {
    ...LEGACY,
    level: 'MUST',
    sentence: 'The session ID MUST only contain visible ASCII characters (ranging from 0x21 to 0x7E).',
    how: 'checks the session id, if the server assigns one',
  },
  'session-required': {
    ...LEGACY,
    level: 'SHOULD',
    sentence:
      'Servers that require a session ID SHOULD respond to requests without an `MCP-Session-Id` header (other than initialization) with HTTP 400 Bad Request.',
    how: 'sends a request without the session id; a server that answers does not require one',
  },
  'session-ended': {
    ...LEGACY,
    level: 'MUST',
    sentence:
      'The server MAY terminate the session at any time, after which it MUST respond to requests containing that session ID with HTTP 404 Not Found.',
    how: 'ends the session with DELETE, if the server allows that, and then uses its id again',
  },
  'stream-requests': {
    ...MODERN,
    level: 'MUST',
    sentence: 'The server MUST NOT send independent JSON-RPC requests on this stream.',
    how: 'checks every message',
  },
  'unknown-method-status': {
    ...MODERN,
    level: 'MUST',
    sentence:
      'If the server does not implement the requested RPC method, it MUST respond with `404 Not Found` and a JSON-RPC error with code `-32601` (`Method not found`).',
    how: 'asks for a method that does not exist',
  },
  'unsupported-version-status': {
    ...MODERN,
    level: 'MUST',
    sentence:
      'If the server does not implement the requested protocol version … it MUST respond with `400 Bad Request` and an `UnsupportedProtocolVersionError` listing its supported versions.',
    how: 'requests the version 1999-01-01',
  },
  'missing-meta-status': {
    ...MODERN,
    level: 'MUST',
    page: 'basic',
    sentence: 'On HTTP, the response status MUST be `400 Bad Request`.',
    how: 'sends a request without the client capabilities',
  },
  'header-version': {
    ...MODERN,
    level: 'MUST',
    sentence:
      'If the values do not match, the server MUST reject the request with `400 Bad Request` and a `HeaderMismatch` JSON-RPC error',
    how: 'sends one version in the header and another in the body',
  },
  'header-method': {
    ...MODERN,
    level: 'MUST',
    sentence:
      'Servers that process the request body MUST reject requests where the values specified in the headers do not match the corresponding values in the request body.',
    how: 'sends one method in `Mcp-Method` and another in the body',
  },
  'header-name': {
    ...MODERN,
    level: 'MUST',
    sentence:
      'Servers that process the request body MUST reject requests where the values specified in the headers do not match the corresponding values in the request body.',
    how: 'sends one name in `Mcp-Name` and another in the body; neither is a tool of the server',
  },
  'header-missing': {
    ...MODERN,
    level: 'MUST',
    sentence:
      'When rejecting a request due to header validation failure, servers MUST return HTTP status `400 Bad Request` and MUST include a JSON-RPC error response using the following error code: -32020',
    how: 'sends a request without `Mcp-Method`',
  },
} as const satisfies Readonly<Record<string, Check>>;
