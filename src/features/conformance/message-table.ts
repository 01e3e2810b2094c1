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
    how: 'checks every message that the server sends',
  },
  'response-id': {
    ...BOTH,
    level: 'MUST',
    sentence: 'Result responses MUST include the same ID as the request they correspond to.',
    how: 'sends requests with a number and with a string as their id, and checks every response',
  },
  'error-fields': {
    ...BOTH,
    level: 'MUST',
    sentence: 'Error responses MUST include an `error` field with a `code` and `message`.',
    how: 'checks every error',
  },
  'error-code': {
    ...BOTH,
    level: 'MUST',
    sentence: 'Error codes MUST be integers.',
    how: 'checks every error',
  },
  'notification-answered': {
    ...BOTH,
    level: 'MUST',
    sentence: 'The receiver MUST NOT send a response.',
    how: 'sends an unknown notification and then a request, and expects no response to the notification',
  },
  'unknown-method': {
    ...BOTH,
    level: 'MUST',
    sentence: 'All messages between MCP clients and servers MUST follow the JSON-RPC 2.0 specification.',
    how: 'calls a method that does not exist, and expects an error, not a result or silence',
  },
  'unknown-method-code': {
    ...BOTH,
    level: 'SHOULD',
    sentence: 'All messages between MCP clients and servers MUST follow the JSON-RPC 2.0 specification.',
    how: 'calls a method that does not exist, and expects the JSON-RPC error code -32601',
  },
  'survives-malformed': {
    ...BOTH,
    level: 'SHOULD',
    sentence: 'All messages between MCP clients and servers MUST follow the JSON-RPC 2.0 specification.',
    how: 'sends text that is not JSON and then a request, and expects an answer to the request',
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
    how: 'requests the version that the server named before',
  },
  'version-fallback': {
    ...LEGACY,
    level: 'MUST',
    sentence: 'Otherwise, the server MUST respond with another protocol version it supports.',
    how: 'requests the version 1999-01-01; an error like the one on the page passes, too',
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
    how: 'sends `server/discover`, and expects versions and capabilities',
  },
  stateless: {
    ...MODERN,
    level: 'MUST',
    sentence: 'Servers MUST NOT rely on prior requests over the same connection to establish context',
    how: 'asks for a list in the first request on a new connection',
  },
  'unsupported-version': {
    ...MODERN,
    level: 'MUST',
    page: 'basic/versioning',
    sentence:
      'If the server does not implement the requested version … it MUST respond with an `UnsupportedProtocolVersionError` listing the versions it does support',
    how: 'requests the version 1999-01-01 first on a new connection, and expects the error -32022 with `supported`',
  },
  'missing-meta': {
    ...MODERN,
    level: 'MUST',
    sentence:
      'A request missing any required field is malformed; the server MUST reject it with JSON-RPC error code `-32602` (Invalid params).',
    how: 'sends a request without the client capabilities',
  },
  'result-type': {
    ...MODERN,
    level: 'MUST',
    sentence: 'The `result` MUST include a `resultType` field to indicate the type of the result.',
    how: 'checks every result',
  },
  'reserved-codes': {
    ...MODERN,
    level: 'MUST',
    sentence:
      'Implementations MUST NOT emit any code from this sub-range that is not defined by this specification',
    how: 'checks every error',
  },
  'server-info': {
    ...MODERN,
    level: 'SHOULD',
    sentence:
      "Servers SHOULD include the following `io.modelcontextprotocol/*` field in every result's `_meta`",
    how: 'checks every result',
  },
  'stdout-requests': {
    era: 'modern',
    transport: 'stdio',
    level: 'MUST',
    page: 'basic/transports/stdio',
    sentence: 'The server MUST NOT write JSON-RPC requests to `stdout`.',
    how: 'checks every message',
  },
  'stdout-pure': {
    era: 'both',
    transport: 'stdio',
    level: 'MUST',
    page: STDIO,
    sentence: 'The server MUST NOT write anything to its `stdout` that is not a valid MCP message.',
    how: 'checks every line',
  },
  'exit-on-eof': {
    era: 'modern',
    transport: 'stdio',
    level: 'SHOULD',
    page: 'basic/transports/stdio',
    sentence: 'Servers SHOULD exit promptly when their standard input is closed or reads return end-of-file.',
    how: 'closes standard input, and waits up to five seconds',
  },
} as const satisfies Readonly<Record<string, Check>>;
