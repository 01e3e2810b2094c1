import { detached } from '../../../text/detached.ts';
import { type Instant, isInstant } from '../../../time/instant.ts';
import { own, present } from '../../../values/own-property.ts';
import { RecentMap } from '../../../values/recent-map.ts';
import { instantReader } from '../instant-reader.ts';
import {
  type LogEntry,
  type LogFormat,
  type LogReader,
  type LogRow,
  leftOut,
  oneCall,
  unreadable,
} from './log-format.ts';
import { objectAt, textAt } from './members.ts';

type Json = Readonly<Record<string, unknown>>;

/** The keys under which a capture has its messages. */
const MESSAGES = ['message', 'msg', 'payload', 'data', 'body', 'request', 'response', 'rpc', 'raw', 'json'];

/** The keys under which a capture has its times, servers and clients. */
const TIMES = ['timestamp', 'time', 'ts', 'at', '@timestamp', 'date'];
const SERVERS = ['server', 'server_name', 'serverName', 'mcp_server', 'upstream'];
const CLIENTS = [
  'client',
  'client_id',
  'clientId',
  'agent',
  'agent_id',
  'session',
  'session_id',
  'sessionId',
];

/** The start of a line in the log of an MCP client: `2026-06-01T12:00:00.000Z [files] [info] Message from client: {…}`. */
const PREFIX =
  /^\s*(\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?\s*(?:\[([^\]]*)\])?\s*(?:\[([^\]]*)\])?/;

/** A call on a line that is not read as a message. */
const HIDDEN_CALL = /\bmethod\\*"\s*:\s*\\*"tools\/call/;

const LEVELS = new Set(['debug', 'info', 'warn', 'warning', 'error', 'trace']);

/** How many clients are remembered by their session. */
const REMEMBERED = 1000;

/** Messages between MCP clients and servers, both directions in one file. */
export const jsonRpcFormat: LogFormat = {
  name: 'json-rpc',
  title: 'capture of JSON-RPC messages',
  from: 'one message per line, as a stdio wrapper or `tee` writes them; in an envelope with a time; or `mcp-server-*.log` of Claude Desktop: `method: tools/call`',
  mapping: {
    tool: '`params.name`',
    server:
      '`server`, `server_name` or `upstream` of the envelope; the name in brackets at the start of a text line',
    agent:
      '`client`, `agent` or `session` of the envelope, else `clientInfo.name` of the `initialize` before it',
    at: '`timestamp`, `time` or `ts` of the envelope: RFC 3339, or a number since 1970; the time at the start of a text line; a bare message has none',
    arguments: '`params.arguments`',
    decision: null,
    ip: null,
  },
  leftOut: 'other requests, responses, notifications, and other lines',
  marker: /tools\/call/,
  claims: (row) => envelopeOf(row) !== undefined,
  open: () => new JsonRpcReader(),
};

/** A message, and what the capture says about it. */
interface Envelope {
  readonly message: Json;
  /** The object around the message; undefined for a bare message. */
  readonly around: Json | undefined;
  /** The text before the message on its line. */
  readonly before: string;
}

function envelopeOf({ text, value }: LogRow): Envelope | undefined {
  if (value === undefined) return undefined;
  const before = /^\s*\{/.test(text) ? '' : text.slice(0, text.indexOf('{'));
  if (isMessage(value)) return { message: value, around: undefined, before };
  for (const key of MESSAGES) {
    const message = objectAt(value, key);
    if (message && isMessage(message)) return { message, around: value, before };
  }
  return undefined;
}

function isMessage(value: Json): boolean {
  if (value.method === 'tools/call') return 'params' in value;
  return value.jsonrpc === '2.0' && ('method' in value || 'result' in value || 'error' in value);
}

class JsonRpcReader implements LogReader {
  readonly #readInstant = instantReader();
  readonly #clients = new RecentMap<string, string>(REMEMBERED);

  read(row: LogRow): LogEntry {
    const envelope = envelopeOf(row);
    if (envelope === undefined) {
      return HIDDEN_CALL.test(row.text)
        ? unreadable('holds a `tools/call` in a place that is not read')
        : leftOut('lines that are no messages');
    }
    const { message, around, before } = envelope;
    const { method } = message;
    if (method === undefined) return leftOut('responses');
    if (typeof method !== 'string') return unreadable('`method` must be a text');
    const [, startTime, first, second] = PREFIX.exec(before) ?? [];
    const server = firstText(around, SERVERS) ?? serverIn(first, second);
    const session = firstText(around, CLIENTS);
    if (method === 'initialize') {
      const client = textAt(message, 'params', 'clientInfo', 'name');
      if (client !== undefined) this.#clients.set(`${server}/${session}`, client);
    }
    if (method !== 'tools/call') return leftOut(`\`${method}\` messages`);
    const tool = textAt(message, 'params', 'name');
    if (tool === undefined) return unreadable('`params.name` must be the name of the tool');
    const at = this.#timeOf(around, startTime);
    if (at === null) return unreadable('the time of the message must be RFC 3339, or a number since 1970');
    const id = session ?? this.#clients.get(`${server}/${session}`);
    return oneCall({
      tool,
      ...present({
        at,
        id: idOf(message),
        agent: id === undefined ? undefined : { id },
        server,
        arguments: objectAt(message, 'params', 'arguments'),
      }),
    });
  }

  /** Null for a time that cannot be read, undefined for none. */
  #timeOf(around: Json | undefined, startTime: string | undefined): Instant | null | undefined {
    const key = around && TIMES.find((name) => own(around, name) != null);
    const written: unknown = key === undefined ? startTime : around?.[key];
    if (written === undefined) return undefined;
    if (typeof written === 'number') return epochInstant(written);
    return (typeof written === 'string' ? this.#readInstant(written) : undefined) ?? null;
  }
}

/** Reads a number as seconds, milliseconds, microseconds or nanoseconds since 1970, whichever is nearest to now. */
function epochInstant(number: number): Instant | null {
  const scale = number < 1e11 ? 1000 : number < 1e14 ? 1 : number < 1e17 ? 1e-3 : 1e-6;
  const instant = Math.floor(number * scale);
  return number > 0 && isInstant(instant) ? instant : null;
}

function firstText(value: Json | undefined, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const found = textAt(value, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function serverIn(...words: (string | undefined)[]): string | undefined {
  const server = words.find((word) => word !== undefined && word !== '' && !LEVELS.has(word.toLowerCase()));
  return server === undefined ? undefined : detached(server);
}

function idOf({ id }: Json): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}
