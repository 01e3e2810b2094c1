// A server for tests of tapes, made with the SDK. It speaks both protocols. The first argument is `stdio` or `http`; over HTTP
// it prints its URL to standard error.
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const object = (properties) =>
  fromJsonSchema({ type: 'object', properties, required: Object.keys(properties) });

function make() {
  const server = new McpServer({ name: 'tape-server', version: '1.0.0' });
  const say = { description: 'says it', inputSchema: object({ text: { type: 'string' } }) };
  server.registerTool('say', say, ({ text }) => ({ content: [{ type: 'text', text }] }));
  const count = { description: 'counts', inputSchema: object({ to: { type: 'integer' } }) };
  server.registerTool('count', count, async ({ to }, { mcpReq }) => {
    const { progressToken } = mcpReq._meta ?? {};
    for (let progress = 1; progress <= to && progressToken !== undefined; progress++) {
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: to },
      });
    }
    return { content: [{ type: 'text', text: String(to) }] };
  });
  return server;
}

if (process.argv[2] === 'http') {
  const handler = createMcpHandler(make);
  const server = createServer(async (incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const body = method === 'POST' ? { body: Readable.toWeb(incoming), duplex: 'half' } : {};
    const request = new Request(new URL(url, 'http://127.0.0.1'), { method, headers, ...body });
    const response = await handler.fetch(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body) for await (const chunk of response.body) outgoing.write(chunk);
    outgoing.end();
  });
  server.listen(0, '127.0.0.1', () => {
    process.stderr.write(`http://127.0.0.1:${server.address().port}/mcp\n`);
  });
} else serveStdio(make);
