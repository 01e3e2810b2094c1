import { EventReader } from '../events/event-reader.ts';
import { toCassette } from '../mcp/session.ts';
import { TwoWaySession } from '../mcp/two-way.ts';
import { isJsonRpc, messagesIn } from '../mcp/wrapped-messages.ts';
import { formatOf } from '../recognise.ts';
import type { RowFormat } from './row-format.ts';

type Row = Readonly<Record<string, unknown>>;

/** Keys under which logs name the direction or the sender of a message. */
const SENDER_KEYS = [
  'direction',
  'dir',
  'from',
  'sender',
  'source',
  'side',
  'origin',
  'way',
  'event',
  'type',
];

/** Keys under which logs tell sessions and servers apart whose messages are in one file. */
const SESSION_KEYS = /^(server|server_?name|session|session_?id|connection|connection_?id|client_?id|pid)$/i;

/** Keys under which logs keep the time of a message. */
const TIME_KEYS = ['timestamp', 'ts', 'time', '@timestamp', 'at', 'datetime'];

/**
 * Reads the messages of an MCP session, one on each line: bare, or each under some key of a row that also has the
 * direction and the time. Ids of different sessions in one file are kept apart.
 */
export const jsonRpcFormat: RowFormat = {
  name: 'MCP messages (JSON-RPC)',
  programs:
    'proxies and transports that log [MCP](https://modelcontextprotocol.io) messages, 2024-11-05 to 2025-11-25',
  recognisedBy: 'rows with `jsonrpc: "2.0"`, or with such a message (or its text) under a key',
  from: 'log both directions of the transport to one file, one message a line, in the order in which they were sent',
  failed: '`result.isError`, or a JSON-RPC `error`',
  leavesOut: 'all messages but `tools/call` and its answer; requests of the server',
  claims: (row) => isJsonRpc(row) || (!isFrame(row) && wrapsMessage(row) && !isOfAnother(row)),
  open: (document, context) => {
    const events = new EventReader(document, context);
    const sessions = new Map<string, TwoWaySession>();
    let recordedAt: string | undefined;
    const sessionOf = (row: Row) => {
      const named = Object.keys(row).filter((key) => SESSION_KEYS.test(key));
      const key = JSON.stringify(named.map((each) => row[each]));
      const session = sessions.get(key) ?? new TwoWaySession(events, key);
      sessions.set(key, session);
      return session;
    };
    return {
      take(row, index) {
        const messages = messagesIn(row, [index]);
        if (messages.length === 0) {
          if (JSON.stringify(row).includes('tools/call')) {
            events.faults.add([index], 'names `tools/call`, but is not a JSON-RPC message that can be read');
          }
          context.notes.leaveOut('rows without a message of JSON-RPC', 'they call no tool');
        }
        recordedAt ??= textUnder(row, TIME_KEYS);
        const session = sessionOf(row);
        const sender = textUnder(row, SENDER_KEYS);
        for (const { message, path } of messages) session.take(message, sender, path);
      },
      finish: () => [toCassette(events, recordedAt)],
    };
  },
};

/** Whether a message is under a key of a row. */
function wrapsMessage(row: Row): boolean {
  return messagesIn(row, []).some(({ message }) => isJsonRpc(message));
}

/** Whether a row is a run or a message of a chat, which may hold a message of JSON-RPC too: as the text of a result. */
function isOfAnother(row: Row): boolean {
  // logs name the sides of the transport by roles of their own
  const isSide = typeof row.role === 'string' && /^(client|server|host)$/i.test(row.role);
  return formatOf(row) !== undefined || (!isSide && formatOf([row]) !== undefined);
}

/** Whether a row is one of a tape of mcp-cassette, which has a reader of its own. */
function isFrame({ type, frame, chunks }: Row): boolean {
  return (type === 'frame' && frame !== undefined) || (type === 'chunks' && chunks !== undefined);
}

function textUnder(row: Row, keys: readonly string[]): string | undefined {
  return keys.map((key) => row[key]).find((value) => typeof value === 'string');
}
