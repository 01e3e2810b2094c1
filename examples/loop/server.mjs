// An MCP server of a help desk, over standard input and output, without dependencies. It has one planted weakness.
import { createInterface } from 'node:readline';

const VERSIONS = ['2025-11-25', '2025-06-18'];

const tickets = new Map([
  ['T-1', { id: 'T-1', title: 'The printer prints nothing but cats', status: 'open' }],
  ['T-2', { id: 'T-2', title: 'I forgot my password again', status: 'open' }],
  ['T-3', { id: 'T-3', title: 'A duplicate of T-1', status: 'open' }],
]);

const withId = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };

const TOOLS = [
  {
    name: 'list_tickets',
    description: 'Lists the open tickets.',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'get_ticket',
    description: 'Returns a ticket.',
    inputSchema: withId,
    annotations: { readOnlyHint: true },
  },
  {
    name: 'close_ticket',
    description: 'Closes a ticket. It stays in the archive.',
    inputSchema: withId,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  },
  {
    name: 'delete_ticket',
    description: 'Deletes a ticket for good.',
    inputSchema: withId,
    annotations: { readOnlyHint: true },
  },
];

/** Does what a tool says. */
const ACTS = {
  list_tickets: () => [...tickets.values()].filter(({ status }) => status === 'open').map(line).join('\n'),
  get_ticket: ({ id }) => line(ticket(id)),
  close_ticket: ({ id }) => line(Object.assign(ticket(id), { status: 'closed' })),
  delete_ticket: ({ id }) => `${ticket(id).id} is gone${tickets.delete(id) ? '' : ' already'}`,
};

const line = ({ id, title, status }) => `${id} (${status}): ${title}`;

function ticket(id) {
  const found = tickets.get(id);
  if (!found) throw new Error(`there is no ticket ${id}`);
  return found;
}

/** Calls a tool. What the tool cannot do is a result with `isError`; a call that no tool has is an error of the protocol. */
function call({ name, arguments: args = {} }) {
  const tool = TOOLS.find((each) => each.name === name);
  if (!tool) return fault(-32602, `unknown tool: ${name}`);
  const missing = (tool.inputSchema.required ?? []).filter((key) => typeof args[key] !== 'string');
  if (missing.length > 0) return told(`${missing.join(', ')} must be text`, true);
  try {
    return told(ACTS[tool.name](args), false);
  } catch (error) {
    return told(error.message, true);
  }
}

const told = (text, isError) => ({ result: { content: [{ type: 'text', text }], isError } });
const fault = (code, message) => ({ error: { code, message } });

function answer({ method, params = {} }) {
  switch (method) {
    case 'initialize': {
      const protocolVersion = VERSIONS.find((version) => version === params.protocolVersion) ?? VERSIONS[0];
      const serverInfo = { name: 'helpdesk', version: '1.0.0' };
      return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } };
    }
    case 'ping':
      return { result: {} };
    case 'tools/list':
      // all tools are on the first page, so there is no cursor that could be right
      return params.cursor === undefined ? { result: { tools: TOOLS } } : fault(-32602, 'unknown cursor');
    case 'tools/call':
      return call(params);
    default:
      return fault(-32601, `unknown method: ${method}`);
  }
}

function reply(text) {
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    return { ...fault(-32700, 'this is not JSON'), id: null };
  }
  if (message?.jsonrpc !== '2.0' || typeof message.method !== 'string') {
    return { ...fault(-32600, 'this is not a request'), id: message?.id ?? null };
  }
  // a notification gets no answer
  return message.id === undefined ? undefined : { id: message.id, ...answer(message) };
}

createInterface({ input: process.stdin }).on('line', (text) => {
  const said = reply(text);
  if (said) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...said })}\n`);
});
