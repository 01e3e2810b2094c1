/**
 * Measures `mcptest run` on a suite of one test against a bare client of the SDK that makes the same call of the same server,
 * as whole processes: `npm run build && npx tsx bench/start-run.ts [PAIRS]`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { elapsedOf, formatRow, pairwise } from './measure.ts';

const root = join(import.meta.dirname, '..');
const server = join(root, 'test', 'support', 'stdio-server.mjs');
const told = JSON.stringify({ tools: [{ name: 'get', inputSchema: { type: 'object' } }] });

const CLIENT = `
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
const client = new Client({ name: 'bench', version: '1' });
const args = ${JSON.stringify([server, told])};
await client.connect(new StdioClientTransport({ command: process.execPath, args }));
await client.listTools();
await client.callTool({ name: 'get', arguments: {} });
await client.close();
`;

const folder = mkdtempSync(join(tmpdir(), 'mcptest-bench-'));
try {
  const suite = join(folder, 'suite.yml');
  const command = JSON.stringify({ command: process.execPath, args: [server, told] });
  writeFileSync(suite, `version: "1"\nserver: ${command}\ntests:\n  - { name: one, tool: get, args: {} }\n`);
  const pairs = pairwise(
    Number(process.argv[2] ?? 20),
    () => elapsedOf([join(root, 'bin', 'mcptest.js'), 'run', suite]).elapsed,
    () => elapsedOf(['--input-type=module', '-e', CLIENT]).elapsed,
  );
  console.log(formatRow('run on a suite of one test, against a bare client', pairs, 'target at most 2.5'));
} finally {
  rmSync(folder, { recursive: true });
}
