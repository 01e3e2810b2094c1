// A stdio server that speaks both eras and differs between them as it is told. The first argument is JSON: { record: FILE,
// odd: true for a tool that answers with its era, only: true for a tool that the modern era alone lists,
// apart: true for no tool in common }. It notes calls.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { record, odd, only, apart } = JSON.parse(process.argv[2]);
const KEY = 'io.modelcontextprotocol/protocolVersion';
const cached = { ttlMs: 0, cacheScope: 'private' };
const readOnly = { inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } };
const TOOLS = [
  { name: 'get_a', ...readOnly },
  { name: 'add_b', inputSchema: { type: 'object' }, annotations: { readOnlyHint: false } },
];

function resultOf(method, params, isModern) {
  switch (method) {
    case 'server/discover':
      return { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ...cached };
    case 'initialize':
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 's', version: '1' },
      };
    case 'tools/list':
      if (apart) return { tools: [isModern ? TOOLS[0] : TOOLS[1]], ...cached };
      return { tools: [...TOOLS, ...(only && isModern ? [{ name: 'get_c', ...readOnly }] : [])], ...cached };
    case 'tools/call': {
      appendFileSync(record, `${isModern ? 'modern' : 'legacy'} ${params.name}\n`);
      const text = odd && params.name === 'get_a' && isModern ? 'new' : 'old';
      return { content: [{ type: 'text', text }] };
    }
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const isModern = params?._meta?.[KEY] !== undefined;
  const result = { ...resultOf(method, params, isModern), ...(isModern && { resultType: 'complete' }) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
