// A small shop for tests, right in every way but one. The argument is JSON:
// { fault: NAME, eras: ['legacy', 'modern'], http: true, record: FILE, promises: false to declare no `listChanged` }. Without `fault` it is a server without faults, in both
// eras. With `http` it prints its URL on standard error. It notes each call in the record. `FAULTS` says what it can do wrong.
import { spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const {
  fault,
  eras = ['legacy', 'modern'],
  http = false,
  record,
  size = 100,
  promises = true,
} = JSON.parse(process.argv[2] ?? '{}');
const META = 'io.modelcontextprotocol/';
const is = (...names) => names.includes(fault);
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const stock = new Map([['a1', { id: 'a1', title: 'lamp', price: 12 }]]);
let isOpen = false;
let lists = 0;
let held;
let late = () => {};

const ITEM = {
  type: 'object',
  properties: { id: { type: 'string' }, title: { type: 'string' }, price: { type: 'number' } },
  required: ['id', 'price'],
};
const ID = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const READ = { readOnlyHint: true };

function tools() {
  lists += 1;
  const schema =
    is('changing-schema') && lists > 1 && !isOpen ? { type: 'object', required: ['other'] } : ITEM;
  const all = [
    { name: 'get_item', inputSchema: ID, outputSchema: schema, annotations: READ },
    { name: 'count_items', inputSchema: { type: 'object' }, annotations: READ },
    { name: 'add_item', inputSchema: ITEM },
    { name: 'open_vault', inputSchema: { type: 'object' } },
  ];
  if (isOpen && !is('stale-list'))
    all.push({ name: 'get_vault', inputSchema: { type: 'object' }, annotations: READ });
  if (is('nameless-tool')) all.push({ inputSchema: { type: 'object' } });
  if (is('same-tool-twice')) all.push(all[1]);
  if (is('many-tools'))
    for (let n = 0; n < 1_000_000; n++) all.push({ name: `t${n}`, inputSchema: { type: 'object' } });
  return all;
}

const CALLS = {
  get_item({ id }) {
    if (is('error-as-ok') && !stock.has(id)) return text('Error: there is no such item');
    if (!stock.has(id)) return { ...text('there is no such item'), isError: true };
    const item = { ...stock.get(id) };
    if (is('lost-field')) delete item.price;
    if (is('lost-optional-field')) delete item.title;
    if (is('wrong-type')) item.price = String(item.price);
    return { ...text(JSON.stringify(item)), structuredContent: item };
  },
  count_items: () => text(String(stock.size)),
  add_item(item) {
    stock.set(item.id, item);
    if (is('double-effect')) stock.set(`${item.id}-again`, item);
    return text('added');
  },
  open_vault(_, send) {
    isOpen = true;
    send({ method: 'notifications/tools/list_changed' });
    return text('open');
  },
  get_vault: () => (isOpen ? text('gold') : { ...text('closed'), isError: true }),
};

/** What goes wrong with an answer. `send` sends a message; the result is sent after it, if there is one. */
const FAULTS = {
  'crash-in-call': () => process.stderr.write('out of memory\n', () => process.exit(3)),
  'crash-after-last'({ id, result, send, params }) {
    send({ id, result });
    if (params.name === 'get_vault') process.exit(7);
  },
  'strange-result-type': ({ id, result, send }) => send({ id, result: { ...result, resultType: 'done' } }),
  hang: () => {},
  'other-id': ({ result, send }) => send({ id: 4711, result }),
  'text-id': ({ id, result, send }) => send({ id: String(id), result }),
  twice({ id, result, send }) {
    send({ id, result });
    send({ id, result });
  },
  // when the next call comes: a clock would let a quick run end first
  'twice-late'({ id, result, send }) {
    late();
    late = () => send({ id, result });
    send({ id, result });
  },
  'extra-answer'({ id, result, send }) {
    send({ id: 4711, result });
    send({ id, result });
  },
  'result-and-error': ({ id, result, send }) => send({ id, result, error: { code: -32000, message: 'no' } }),
  'no-content': ({ id, send }) => send({ id, result: {} }),
  'null-result': ({ id, send }) => send({ id, result: null }),
  'text-result': ({ id, send }) => send({ id, result: 'done' }),
  'error-text-flag': ({ id, result, send }) => send({ id, result: { ...result, isError: 'false' } }),
  error: ({ id, send }) => send({ id, error: { code: -32603, message: 'it broke' } }),
  'wrong-error': ({ id, send }) => send({ id, error: 'it broke' }),
  swapped({ id, result, send }) {
    // waits for a second call, and answers each with the answer of the other
    if (!held) held = { id, result };
    else {
      send({ id, result: held.result });
      send({ id: held.id, result });
      held = undefined;
    }
  },
  huge: ({ id, send }) => send({ id, result: text('x'.repeat(size * 1024 * 1024)) }),
  'many-blocks': ({ id, send }) =>
    send({
      id,
      result: { content: Array.from({ length: 200_000 }, (_, n) => ({ type: 'text', text: `${n}` })) },
    }),
  'many-values': ({ id, result, send }) =>
    send({ id, result: { ...result, structuredContent: { all: Array(2_000_000).fill(0) } } }),
  deep: ({ id, result, send }) => {
    let value = 1;
    for (let n = 0; n < 1000; n++) value = { a: value };
    send({ id, result: { ...result, structuredContent: value } });
  },
  async 'progress-flood'({ send, params: { _meta: { progressToken } = {} } }) {
    for (let n = 1; ; n++) {
      if (progressToken !== undefined)
        send({ method: 'notifications/progress', params: { progressToken, progress: n } });
      else send({ method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(100) } });
      if (n % 1000 === 0) await wait(1);
    }
  },
  async 'log-flood'({ send }) {
    for (let n = 1; ; n++) {
      send({ method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(1000) } });
      if (n % 1000 === 0) await wait(1);
    }
  },
  elicits: ({ id, result, send, params }) => ask('elicitation/create', FORM, id, result, send, params),
  samples: ({ id, result, send, params }) => ask('sampling/createMessage', PROMPT, id, result, send, params),
  'asks-roots': ({ id, result, send, params }) => ask('roots/list', {}, id, result, send, params),
  'closes-output': () => process.stdout.end(),
  'half-answer': ({ id }) => process.stdout.write(`{"jsonrpc":"2.0","id":${id},"res`, () => process.exit(0)),
  noise: ({ id, result, send }) => {
    process.stdout.write('the shop is open\n');
    send({ id, result });
  },
  'noise-in-line': ({ id, result }) =>
    process.stdout.write(`debug: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`),
  'stderr-flood'({ id, result, send }) {
    for (let n = 0; n < 50_000; n++) process.stderr.write(`${'x'.repeat(1000)}\n`);
    send({ id, result });
  },
};

const FORM = {
  mode: 'form',
  message: 'sure?',
  requestedSchema: { type: 'object', properties: { yes: { type: 'boolean' } } },
};
const PROMPT = { messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }], maxTokens: 10 };
const waiting = new Map();

function ask(method, params, id, result, send, asked) {
  if (asked._meta?.[`${META}protocolVersion`]) {
    if (asked.inputResponses) return send({ id, result });
    return send({
      id,
      result: { resultType: 'input_required', inputRequests: { it: { method, params } }, requestState: 's' },
    });
  }
  waiting.set(`ask-${id}`, () => send({ id, result }));
  send({ id: `ask-${id}`, method, params });
}

async function call(id, params, send) {
  if (record) appendFileSync(record, `${params.name}\n`);
  const result = Object.hasOwn(CALLS, params.name)
    ? CALLS[params.name](params.arguments ?? {}, send)
    : undefined;
  if (!result) return send({ id, error: { code: -32602, message: `unknown tool ${params.name}` } });
  if (Object.hasOwn(FAULTS, fault ?? '')) return FAULTS[fault]({ id, result, send, params });
  send({ id, result });
}

const capabilities = { tools: promises ? { listChanged: true } : {}, logging: {} };
const cached = { ttlMs: 0, cacheScope: 'private' };

/** Answers a message. */
async function answer({ id, method, params = {}, ...rest }, out) {
  if (method === undefined) {
    const go = waiting.get(id);
    waiting.delete(id);
    return go?.(rest);
  }
  if (id === undefined) return;
  const isModern = params._meta?.[`${META}protocolVersion`] !== undefined;
  const send = (message) => {
    const { result } = message;
    const isPlain =
      isModern &&
      !(is('no-result-type') && method === 'tools/call') &&
      typeof result === 'object' &&
      result !== null &&
      result.resultType === undefined;
    out({ jsonrpc: '2.0', ...message, ...(isPlain && { result: { resultType: 'complete', ...result } }) });
  };
  if (is('never-answers') || (is('silent-list') && method === 'tools/list')) return;
  if (method === 'initialize' && eras.includes('legacy')) {
    if (is('refuses')) return send({ id, error: { code: -32600, message: 'not today' } });
    if (is('crash-at-initialize')) return process.exit(1);
    const protocolVersion = is('future-version') ? '2099-01-01' : '2025-11-25';
    const serverInfo = is('no-server-info') ? undefined : { name: 'shop', version: '1.0.0' };
    return send({ id, result: { protocolVersion, capabilities, serverInfo } });
  }
  if (method === 'server/discover' && eras.includes('modern')) {
    return send({ id, result: { supportedVersions: ['2026-07-28'], capabilities, ...cached } });
  }
  if (method === 'ping') return send({ id, result: {} });
  if (method === 'tools/list') {
    if (is('same-cursor')) return send({ id, result: { tools: tools(), nextCursor: 'again', ...cached } });
    if (is('endless-pages')) return send({ id, result: { tools: [], nextCursor: `c${lists++}`, ...cached } });
    if (is('no-list')) return send({ id, result: { ...cached } });
    if (is('list-error')) return send({ id, error: { code: -32603, message: 'no list' } });
    return send({ id, result: { tools: tools(), ...(isModern && cached) } });
  }
  if (method === 'tools/call') return call(id, params, send);
  send({ id, error: { code: -32601, message: `unknown method ${method}` } });
}

function serveStdio() {
  const out = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
  createInterface({ input: process.stdin }).on('line', (line) => answer(JSON.parse(line), out));
  if (is('hangs-on-close')) {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
    setInterval(() => {}, 1000);
  }
}

async function serveHttp() {
  let session = `s-${Math.random()}`;
  let posts = 0;
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    let body = '';
    for await (const chunk of request) body += chunk;
    const message = JSON.parse(body);
    const isCall = message.method === 'tools/call';
    if (is('http-500') && isCall) return response.writeHead(500).end('oh no');
    if (is('http-503-html') && isCall)
      return response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>later</h1>');
    if (is('http-401')) return response.writeHead(401).end();
    if (is('http-401-in-call') && isCall) return response.writeHead(401).end();
    if (is('http-redirect') && isCall) return response.writeHead(307, { location: '/elsewhere' }).end();
    if (is('http-html') && isCall)
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>');
    if (is('http-no-json') && isCall)
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc": "2.0", "id"');
    if (is('http-empty') && isCall)
      return response.writeHead(200, { 'content-type': 'application/json' }).end();
    if (is('http-202') && isCall) return response.writeHead(202).end();
    if (is('http-reset') && isCall) return request.socket.destroy();
    if (is('http-hang') && isCall) return;
    const own = request.headers['mcp-session-id'];
    const isLegacy = message.params?._meta?.[`${META}protocolVersion`] === undefined;
    if (is('session-expires') && isLegacy && message.method !== 'initialize' && own !== session) {
      return response.writeHead(404, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          jsonrpc: '2.0',
          id: message.id ?? null,
          error: { code: -32001, message: 'Session not found' },
        }),
      );
    }
    if (is('session-expires') && isCall && ++posts === 1) session = `s-${Math.random()}`;
    if (message.id === undefined || message.method === undefined) {
      await answer(message, () => {});
      return response.writeHead(202).end();
    }
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      ...(isLegacy && message.method === 'initialize' && { 'mcp-session-id': session }),
    });
    if (isCall && is('sse-cut')) {
      response.write('event: message\ndata: {"jsonrpc":"2.0","id":');
      return setTimeout(() => request.socket.destroy(), 20);
    }
    if (isCall && is('sse-ends')) return response.write(': nothing\n\n', () => response.end());
    if (isCall && is('sse-never')) return response.write(': wait\n\n');
    let missing = isCall && is('twice', 'twice-late') ? 2 : 1;
    await answer(message, (reply) => {
      response.write(`event: message\ndata: ${JSON.stringify(reply)}\n\n`);
      // the shop asks on the stream of the call, and ends it with the last answer
      if (reply.id === message.id && --missing === 0) response.end();
    });
  });
  server.listen(0, '127.0.0.1', () => {
    process.stderr.write(`listening on http://127.0.0.1:${server.address().port}/mcp\n`);
  });
}

if (is('crash-at-start')) {
  process.stderr.write('no licence was found\n');
  process.exit(1);
}
if (is('exit-at-start')) process.exit(0);
if (is('noise-at-start')) process.stdout.write('the shop opens\nwelcome\n');
if (is('leaves-a-process')) {
  // ends when the test has counted it, and removes this file
  const rest = 'setInterval(() => { if (!fs.existsSync(process.argv[1])) process.exit() }, 200)';
  writeFileSync(`${record}.stay`, '');
  const other = spawn(process.execPath, ['-e', rest, `${record}.stay`], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  other.unref();
}
if (is('slow-start')) await wait(3000);
if (is('crash-after-a-while')) setTimeout(() => process.exit(9), 1200);
await (http ? serveHttp() : serveStdio());
