// A server whose one tool returns an answer that needs much memory: node large-answers.mjs stdio|http KIND
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const [transport, kind] = process.argv.slice(2);
const CAPABILITIES = { capabilities: { tools: {} }, serverInfo: { name: 'large', version: '1.0.0' } };

/** The results as JSON. Each is just within the bounds of a message, or beyond them. */
const RESULTS = {
  small: () => '{"content":[]}',
  text: () => `{"content":[{"type":"text","text":"${'x'.repeat(16_000_000)}"}]}`,
  'wide text': () => `{"content":[{"type":"text","text":"x${'й'.repeat(7_500_000)}"}]}`,
  blocks: () => `{"content":[${Array.from({ length: 80_000 }, block).join()}]}`,
  objects: () => `{"content":[],"structuredContent":{"all":[${Array(120_000).fill('{}').join()}]}}`,
  keys: () => `{"content":[],"structuredContent":{${Array.from({ length: 240_000 }, member).join()}}}`,
  'more objects': () => `{"content":[],"structuredContent":{"all":[${Array(7_000_000).fill('{}').join()}]}}`,
  nested: () => `{"content":[],"structuredContent":{"all":${'['.repeat(7_000_000)}${']'.repeat(7_000_000)}}}`,
  'longer text': () => `{"content":[{"type":"text","text":"${'x'.repeat(200_000_000)}"}]}`,
};
const block = (_, index) => `{"type":"text","text":"${index} ${'x'.repeat(150)}"}`;
const member = (_, index) => `"a-rather-long-key-${index}":"${index} ${'x'.repeat(20)}"`;
const result = RESULTS[kind]();

function answer({ id, method }) {
  const json = JSON.stringify;
  if (method === 'initialize') return reply(id, json({ protocolVersion: '2025-11-25', ...CAPABILITIES }));
  if (method === 'tools/list')
    return reply(id, json({ tools: [{ name: 'large', inputSchema: { type: 'object' } }] }));
  if (method === 'tools/call') return reply(id, result);
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32601,"message":"no such method"}}`;
}

const reply = (id, value) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${value}}`;

if (transport === 'stdio') {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.id !== undefined) process.stdout.write(`${answer(message)}\n`);
  });
} else {
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    let body = '';
    for await (const part of request) body += part;
    const message = JSON.parse(body);
    if (message.id === undefined) return response.writeHead(202).end();
    const isStream = transport === 'events';
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    response.end(isStream ? `data: ${answer(message)}\n\n` : answer(message));
  });
  server.listen(0, '127.0.0.1', () =>
    process.stderr.write(`http://127.0.0.1:${server.address().port}/mcp\n`),
  );
}
