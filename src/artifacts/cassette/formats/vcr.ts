import type { ValuePath } from '../../../diagnostic.ts';
import { isObject } from '../../../values/own-property.ts';
import { scalarText } from '../../../values/scalar-text.ts';
import { EventReader } from '../events/event-reader.ts';
import { messagesInBody } from '../mcp/http-messages.ts';
import { toCassette } from '../mcp/session.ts';
import { TwoWaySession } from '../mcp/two-way.ts';
import { isJsonRpc } from '../mcp/wrapped-messages.ts';
import type { RunFormat } from './run-format.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Reads the exchanges with MCP servers over HTTP in a cassette of vcrpy. Each server, by its address, has ids of its own. */
export const vcrFormat: RunFormat = {
  name: 'vcrpy cassette',
  programs:
    '[vcrpy](https://github.com/kevin1024/vcrpy), read from 4.2.1, and pytest-recording; as JSON or YAML',
  recognisedBy: '`interactions` whose requests have a `uri` and a `method`',
  from: 'the cassette of a test that speaks MCP over HTTP',
  failed: '`result.isError`, or a JSON-RPC `error`',
  leavesOut: 'exchanges with other servers, such as a model; all messages but `tools/call` and its answer',
  recognises: (value) =>
    isObject(value) && Array.isArray(value.interactions) && value.interactions.some(isExchange),
  read(document, context) {
    const events = new EventReader(document, context);
    const sessions = new Map<string, TwoWaySession>();
    let recordedAt: string | undefined;
    for (const [index, exchange] of ((document.value as Raw).interactions as readonly unknown[]).entries()) {
      const path = ['interactions', index];
      if (!isObject(exchange) || !isObject(exchange.request)) {
        events.faults.add(path, 'must be a mapping with a `request` and a `response`');
        continue;
      }
      if (typeof exchange.recorded_at === 'string') recordedAt ??= exchange.recorded_at;
      const uri = scalarText(exchange.request.uri);
      const session = sessions.get(uri) ?? new TwoWaySession(events, `${uri} `);
      sessions.set(uri, session);
      const asked = takeBody(session, exchange.request, 'client', [...path, 'request'], events);
      const answered = takeBody(session, exchange.response, 'server', [...path, 'response'], events);
      if (!asked && JSON.stringify(exchange.request).includes('tools/call')) {
        events.faults.add(
          [...path, 'request'],
          'names `tools/call`, but has no message of JSON-RPC that can be read',
        );
      }
      if (asked || answered) continue;
      events.leaveOut(path, 'exchanges without MCP', 'they call no tool of an MCP server');
    }
    return toCassette(events, recordedAt);
  },
};

function isExchange(value: unknown): boolean {
  if (!isObject(value) || !isObject(value.request)) return false;
  return typeof value.request.uri === 'string' && typeof value.request.method === 'string';
}

/** @returns whether there were messages of MCP */
function takeBody(
  session: TwoWaySession,
  half: unknown,
  sender: string,
  path: ValuePath,
  events: EventReader,
): boolean {
  if (!isObject(half)) return false;
  const key = half.parsed_body === undefined ? 'body' : 'parsed_body';
  const body = bodyOf(half[key]);
  const { messages, isBroken } = messagesInBody(body);
  const rpc = messages.filter(isJsonRpc);
  if (isBroken && typeof body === 'string' && /"(jsonrpc|tools\/call)"/.test(body)) {
    events.faults.add([...path, key], 'is a message of MCP that is not valid JSON');
  }
  if (rpc.length < messages.length && rpc.length > 0) {
    events.faults.add([...path, key], 'has messages that are not of JSON-RPC in a batch');
  }
  // what is parsed from a text has no place of its own in the file
  const inText = typeof body === 'string';
  for (const [index, message] of rpc.entries()) {
    const at = Array.isArray(body) ? [...path, key, index] : [...path, key];
    session.take(message, sender, inText ? [...at, 'string', index] : at);
  }
  return rpc.length > 0;
}

/** A body is a text, `{string}` with one, or in other serialisers an object. */
function bodyOf(body: unknown): unknown {
  if (!isObject(body)) return body;
  const { string, jsonrpc } = body;
  if (typeof string === 'string') return string;
  return jsonrpc === undefined && 'string' in body ? undefined : body;
}
