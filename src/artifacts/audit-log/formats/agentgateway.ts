import { detached } from '../../../text/detached.ts';
import { present } from '../../../values/own-property.ts';
import { instantReader } from '../instant-reader.ts';
import type { Decision } from '../model.ts';
import { readKeyValues } from './key-values.ts';
import { type LogEntry, type LogFormat, type LogRow, leftOut, oneCall, unreadable } from './log-format.ts';

/** Older versions write `mcp.method`. */
const METHOD = /(?:^|[\s,{])"?mcp\.method(?:\.name)?"?\s*[=:]/;

const PROTOCOL = /(?:^|\s)protocol=mcp(?:\s|$)/;

/** A tool that the authorization hides from the caller is answered like one that does not exist. */
const HIDDEN_TOOL = /^mcp: Unknown tool: (.+)$/s;

/** The first RFC 3339 time on a line, before the first pair. */
const TIME = /^[^=]*?(\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))/;

/** The access log of agentgateway, as text or as JSON. */
export const agentgatewayFormat: LogFormat = {
  name: 'agentgateway',
  title: 'agentgateway access log',
  from: 'the standard output of the gateway, as text or JSON: `protocol=mcp mcp.method.name=tools/call`. Public lines of July 2026 were read',
  mapping: {
    tool: '`gen_ai.tool.name`, `mcp.resource.name` in older versions, else the name in `error="mcp: Unknown tool: …"`',
    server: '`mcp.target`',
    agent: '`jwt.sub`',
    at: 'the time at the start of the line, else `time`',
    arguments: null,
    decision:
      '`http.status` 200 to 299 is an allow; 401, 403 and `mcp: Unknown tool` (which is what an unauthorized tool is called) are a deny; any other answer is unknown',
    ip: '`src.addr`',
  },
  leftOut: 'requests with other methods or protocols, and other lines',
  readsText: true,
  marker: /tools\/call/,
  claims: isRequest,
  open: () => {
    const readInstant = instantReader();
    return { read: (row) => readRow(row, readInstant) };
  },
};

function isRequest({ text, value }: LogRow): boolean {
  if (value !== undefined && text.trimStart().startsWith('{')) {
    return 'mcp.method.name' in value || 'mcp.method' in value;
  }
  return METHOD.test(text) || PROTOCOL.test(text);
}

function readRow(row: LogRow, readInstant: ReturnType<typeof instantReader>): LogEntry {
  if (!isRequest(row)) return leftOut('lines that are no MCP requests');
  const field = fieldsOf(row);
  const method = field('mcp.method.name') ?? field('mcp.method');
  if (method === undefined) return leftOut('MCP requests without a method');
  if (method !== 'tools/call') return leftOut(`\`${method}\` requests`);
  const hidden = HIDDEN_TOOL.exec(field('error') ?? '')?.[1];
  const tool = field('gen_ai.tool.name') ?? field('mcp.resource.name') ?? hidden;
  if (tool === undefined) return unreadable('`gen_ai.tool.name` must be the name of the tool');
  const written = field('time') ?? field('timestamp') ?? TIME.exec(row.text)?.[1] ?? '';
  const at = readInstant(written);
  if (at === undefined) return unreadable('the line must begin with an RFC 3339 time');
  const subject = field('jwt.sub');
  return oneCall({
    tool,
    at,
    ...present({
      decision: decisionFor(field('http.status'), hidden),
      id: field('trace.id'),
      agent: subject === undefined ? undefined : { id: subject },
      server: field('mcp.target'),
      ip: field('src.addr'),
    }),
  });
}

/** Undefined for an answer that does not show what the gateway decided, such as 429 or 502. */
function decisionFor(status: string | undefined, hidden: string | undefined): Decision | undefined {
  if (hidden !== undefined || status === '401' || status === '403') return 'deny';
  return status !== undefined && /^2\d\d$/.test(status) ? 'allow' : undefined;
}

/** Returns the fields of a line; a blank field is none. */
function fieldsOf({ text, value }: LogRow): (name: string) => string | undefined {
  if (value !== undefined && text.trimStart().startsWith('{')) {
    return (name) => {
      const found = Object.hasOwn(value, name) ? value[name] : undefined;
      const written = typeof found === 'number' ? String(found) : found;
      return typeof written === 'string' && written !== '' ? written : undefined;
    };
  }
  const pairs = readKeyValues(text);
  return (name) => {
    const found = pairs.get(name);
    return found ? detached(found) : undefined;
  };
}
