// A server for tests that knows the newest revision of the protocol alone, made with the SDK.
import { appendFileSync } from 'node:fs';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const [record] = process.argv.slice(2);
const inputSchema = fromJsonSchema({
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
});

serveStdio(
  () => {
    const server = new McpServer({ name: 'modern', version: '1.0.0' });
    server.registerTool('get_text', { description: 'says it', inputSchema }, ({ text }) => {
      appendFileSync(record, 'get_text\n');
      return { content: [{ type: 'text', text }] };
    });
    return server;
  },
  { legacy: 'reject' },
);
