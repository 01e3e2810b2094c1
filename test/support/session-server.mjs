// A stdio server for tests of whole sessions, in both eras. Each tool does one thing; see `TOOLS`. The only argument is a
// file in which it notes each call.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [record] = process.argv.slice(2);
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
const asked = new Map();
let questions = 0;

const FORM = {
  message: 'when?',
  mode: 'form',
  requestedSchema: { type: 'object', properties: { date: { type: 'string' } } },
};
const PROMPT = { messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }], maxTokens: 10 };

/** Asks the client: with a request in the legacy era, with a result that asks for input in the modern one. */
function ask({ id, params }, method, question) {
  const { inputResponses, requestState, _meta = {} } = params;
  if (inputResponses)
    return reply(
      { id, params },
      { ...text(JSON.stringify(inputResponses.it)), structuredContent: { requestState } },
    );
  if (_meta[VERSION_KEY]) {
    return send({
      id,
      result: {
        resultType: 'input_required',
        inputRequests: { it: { method, params: question } },
        requestState: 'kept',
      },
    });
  }
  const own = `question-${questions++}`;
  asked.set(own, (answer) => reply({ id, params }, text(JSON.stringify(answer))));
  send({ id: own, method, params: question });
}

async function work({ id, params }, progress) {
  for (let step = 1; step <= params.arguments.steps; step++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { progressToken } = params._meta ?? {};
    if (progress && progressToken !== undefined) {
      send({ method: 'notifications/progress', params: { progressToken, progress: step } });
    }
  }
  reply({ id, params }, text('worked'));
}

const TOOLS = {
  echo: (call) =>
    reply(call, { ...text(call.params.arguments.text), structuredContent: call.params.arguments }),
  fail: (call) => reply(call, { ...text('no'), isError: true }),
  break: ({ id }) => send({ id, error: { code: -32000, message: 'two\nlines', data: { why: 'broken' } } }),
  wrong: (call) => reply(call, { content: 'no list' }),
  book: (call) => ask(call, 'elicitation/create', FORM),
  think: (call) => ask(call, 'sampling/createMessage', PROMPT),
  work: (call) => work(call, true),
  dawdle: (call) => work(call, false),
  hang: () => {},
  die: () => process.stderr.write('out of memory\n', () => process.exit(3)),
  print: (call) => {
    process.stdout.write('plain text\nmore of it\n');
    reply(call, text('printed'));
  },
  log: (call) => {
    send({ method: 'notifications/message', params: { level: 'info', data: 'logged' } });
    reply(call, text('logged'));
  },
  garble: ({ id }) =>
    process.stdout.write(
      Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"a":"\xff\xfe"}}\n`, 'latin1'),
    ),
  contradict: ({ id }) =>
    process.stdout.write(
      `{"jsonrpc":"2.0","id":${id},"result":{"isError":true,"isError":false,"content":[]}}\n`,
    ),
  mumble: (call) => {
    process.stdout.write(
      '{"jsonrpc":"2.0","method":"notifications/message","method":"notifications/message"}\n',
    );
    reply(call, text('mumbled'));
  },
  env: (call) => reply(call, text(`${process.env[call.params.arguments.name]} in ${process.cwd()}`)),
};

function reply({ id, params }, result) {
  const isModern = params?._meta?.[VERSION_KEY] !== undefined;
  send({ id, result: { ...(isModern && { resultType: 'complete' }), ...result } });
}

const cached = { ttlMs: 0, cacheScope: 'private' };
const capabilities = { tools: {}, prompts: {}, resources: {}, logging: {} };

function answer(message) {
  const { id, method, params = {} } = message;
  if (method === undefined) {
    asked.get(id)?.(message.result ?? message.error);
    return asked.delete(id);
  }
  if (id === undefined) return undefined;
  const call = { id, params };
  switch (method) {
    case 'server/discover':
      return reply(call, { supportedVersions: ['2026-07-28'], capabilities, ...cached });
    case 'initialize':
      return reply(call, {
        protocolVersion: '2025-11-25',
        capabilities,
        serverInfo: { name: 's', version: '1' },
      });
    case 'tools/list':
      return reply(call, {
        tools: Object.keys(TOOLS).map((name) => ({ name, inputSchema: { type: 'object' } })),
        ...cached,
      });
    case 'prompts/list':
      return reply(call, { prompts: [{ name: 'review' }], ...cached });
    case 'resources/list':
      return reply(call, { resources: [{ uri: 'note:///a', name: 'a' }], ...cached });
    case 'resources/templates/list':
      return reply(call, { resourceTemplates: [{ uriTemplate: 'day:///{date}', name: 'day' }], ...cached });
    case 'prompts/get':
      return reply(call, {
        messages: [{ role: 'user', content: { type: 'text', text: `review ${params.arguments.what}` } }],
      });
    case 'resources/read':
      return reply(call, { contents: [{ uri: params.uri, text: 'text of it' }], ...cached });
    case 'tools/call':
      if (record) appendFileSync(record, `${params.name}\n`);
      if (TOOLS[params.name]) return TOOLS[params.name](call);
  }
  return send({ id, error: { code: -32601, message: `unknown: ${method}` } });
}

createInterface({ input: process.stdin }).on('line', (line) => answer(JSON.parse(line)));
