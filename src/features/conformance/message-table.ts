import type { Check } from './check.ts';

const BOTH = { era: 'both', transport: 'both', page: 'basic' } as const;
const LEGACY = { era: 'legacy', transport: 'both', page: 'basic/lifecycle' } as const;
const MODERN = { era: 'modern', transport: 'both', page: 'basic' } as const;
const STDIO = { legacy: 'basic/transports', modern: 'basic/transports/stdio' } as const;

/** Checks of messages, of the handshake or its absence, and of standard streams. */
export const MESSAGE_CHECKS = {
  'message-format': {
    ...BOTH,
    level: 'MUST',
    sentence: 'All messages between MCP clients and servers MUST follow the JSON-RPC 2.0 specification.',
    how: 'looks at every message that the server sends',
  },
  'response-id': {
    ...BOTH,
    level: 'MUST',
    sentence: 'Result responses MUST include the same ID as the request they correspond to.',
    how: 'sends requests with a number and with a text as their id, and looks at every response',
  },
  'error-fields': {
    ...BOTH,
    level: 'MUST',
    sentence: 'Error responses MUST include an `error` field with a `code` and `message`.',
    how: 'looks at every error',
  },
  'error-code': {
    ...BOTH,
    level: 'MUST',
    sentence: 'Error codes MUST be integers.',
    how: 'looks at every error',
  },
  'notification-answered': {
    ...BOTH,
    level: 'MUST',
    sentence: 'The receiver MUST NOT send a response.',
    how: 'sends a notification that no server knows, and then a request',
  },
  'unknown-method': {
    ...BOTH,
    level: 'MUST',
    sentence: 'All messages between MCP clients and servers MUST follow the JSON-RPC 2.0 specification.',
    how: 'asks for a method that does not exist, and expects an error, not a result and not silence',
  },
  'unknown-method-code': {
    ...BOTH,
    level: 'SHOULD',
    sentence: 'All messages between MCP clients and servers MUST follow the JSON-RPC 2.0 specification.',
    how: 'expects the code of JSON-RPC for it, -32601',
  },
  'survives-malformed': {
    ...BOTH,
    level: 'SHOULD',
    sentence: 'All messages between MCP clients and servers MUST follow the JSON-RPC 2.0 specification.',
    how: 'sends text that is no JSON, and then a request, which the server answers',
  },
  'initialize-result': {
    ...LEGACY,
    level: 'MUST',
    sentence: 'The server MUST respond with its own capabilities and information',
    how: 'sends `initialize`, and expects a version, capabilities, and the name and version of the server',
  },
  'version-echo': {
    ...LEGACY,
    level: 'MUST',
    sentence: 'If the server supports the requested protocol version, it MUST respond with the same version.',
    how: 'asks for the version that the server named before',
  },
  'version-fallback': {
    ...LEGACY,
    level: 'MUST',
    sentence: 'Otherwise, the server MUST respond with another protocol version it supports.',
    how: 'asks for the version 1999-01-01; an error, as the page shows one, passes too',
  },
  ping: {
    ...LEGACY,
    level: 'MUST',
    page: 'basic/utilities/ping',
    sentence: 'The receiver MUST respond promptly with an empty response',
    how: 'sends `ping`',
  },
  discover: {
    ...MODERN,
    level: 'MUST',
    page: 'basic/versioning',
    sentence: 'Servers MUST implement `server/discover`.',
    how: 'sends it, and expects versions and capabilities',
  },
  stateless: {
    ...MODERN,
    level: 'MUST',
    sentence: 'Servers MUST NOT rely on prior requests over the same connection to establish context',
    how: 'asks for a list as the first thing on a new connection',
  },
  'unsupported-version': {
    ...MODERN,
    level: 'MUST',
    page: 'basic/versioning',
    sentence:
      'If the server does not implement the requested version … it MUST respond with an `UnsupportedProtocolVersionError` listing the versions it does support',
    how: 'asks with the version 1999-01-01 as the first request of a connection, and expects the error -32022 with `supported`',
  },
  'missing-meta': {
    ...MODERN,
    level: 'MUST',
    sentence:
      'A request missing any required field is malformed; the server MUST reject it with JSON-RPC error code `-32602` (Invalid params).',
    how: 'sends a request without the capabilities of the client',
  },
  'result-type': {
    ...MODERN,
    level: 'MUST',
    sentence: 'The `result` MUST include a `resultType` field to indicate the type of the result.',
    how: 'looks at every result',
  },
  'reserved-codes': {
    ...MODERN,
    level: 'MUST',
    sentence:
      'Implementations MUST NOT emit any code from this sub-range that is not defined by this specification',
    how: 'looks at every error',
  },
  'server-info': {
    ...MODERN,
    level: 'SHOULD',
    sentence:
      "Servers SHOULD include the following `io.modelcontextprotocol/*` field in every result's `_meta`",
    how: 'looks at every result',
  },
  'stdout-requests': {
    era: 'modern',
    transport: 'stdio',
    level: 'MUST',
    page: 'basic/transports/stdio',
    sentence: 'The server MUST NOT write JSON-RPC requests to `stdout`.',
    how: 'looks at every message',
  },
  'stdout-pure': {
    era: 'both',
    transport: 'stdio',
    level: 'MUST',
    page: STDIO,
    sentence: 'The server MUST NOT write anything to its `stdout` that is not a valid MCP message.',
    how: 'looks at every line',
  },
  'exit-on-eof': {
    era: 'modern',
    transport: 'stdio',
    level: 'SHOULD',
    page: 'basic/transports/stdio',
    sentence: 'Servers SHOULD exit promptly when their standard input is closed or reads return end-of-file.',
    how: 'closes the standard input, and waits up to five seconds',
  },
} as const satisfies Readonly<Record<string, Check>>;
