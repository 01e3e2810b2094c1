import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { NO_BROWSER, openBrowser } from '../support/browser.ts';
import { blocksBelow } from '../support/doc-blocks.ts';
import { projectWith, shellOf } from '../support/npx-project.ts';
import { packProgram } from '../support/packed.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/enforcing.md'), 'utf8');
const block = (language: string, index = 0) => {
  const text = blocksBelow(PAGE, 'The whole way, once', language)[index];
  if (text === undefined) throw new Error(`the session has no ${language} block ${index}`);
  return text;
};

const packed = await packProgram();
const env = shellOf(packed);
let cwd: string;
let browser: Browser | undefined;
let serving: ChildProcess | undefined;
beforeAll(async () => {
  cwd = await projectWith('server-filesystem', packed);
  if (!NO_BROWSER) browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  serving?.kill('SIGKILL');
  rmSync(packed.folder, { recursive: true, force: true });
});

/** Types a block into a shell, as a reader does. */
function type(text: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', text], { cwd, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** Types a block into a shell of its own, and returns the link that it prints. */
async function typeElsewhere(text: string): Promise<string> {
  // the last command takes the place of the shell, so that an interrupt reaches it
  serving = spawn('bash', ['-c', text.replace(/^mcptest /m, 'exec mcptest ')], { cwd, env });
  let said = '';
  serving.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    said += piece;
  });
  const link = () => /^open (\S+) in a browser/m.exec(said)?.[1];
  await vi.waitUntil(() => link() !== undefined || serving?.exitCode !== null, { timeout: 120_000 });
  return link() ?? expect.unreachable(said);
}

/** Starts the server as a client does that reads `.mcp.json`. */
async function connect(): Promise<Client> {
  const { command, args } = JSON.parse(block('json')).mcpServers.files;
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args, cwd, env, stderr: 'ignore' }));
  return client;
}

const write = (client: Client, content: string) =>
  client.callTool({ name: 'write_file', arguments: { path: 'note.txt', content } }, { timeout: 300_000 });
const records = () =>
  readFileSync(join(cwd, 'audit.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

it('goes the whole way of docs/enforcing.md', async ({ skip }) => {
  if (NO_BROWSER) skip(NO_BROWSER);
  writeFileSync(join(cwd, 'policies.yml'), block('yaml'));
  const asked = type(block('sh', 0));
  expect(asked).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(asked.stdout).hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });

  const client = await connect();
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('write_file');
  const link = await typeElsewhere(block('sh', 1));
  const page = await (browser as Browser).newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(link);
  const waiting = write(client, 'approved');
  await page.getByRole('button', { name: 'Approve once: write_file' }).press('Enter');
  await page.getByRole('status').filter({ hasText: 'approved: write_file may run once' }).waitFor();
  expect((await waiting).isError ?? false).toBe(false);
  expect(readFileSync(join(cwd, 'note.txt'), 'utf8')).toBe('approved');

  // it passed once: the same call is held again, and nobody approves it
  const again = write(client, 'approved');
  rmSync(join(cwd, 'note.txt'));
  await page.getByRole('button', { name: 'Deny write_file' }).press('Enter');
  expect(await again).toMatchObject({ isError: true });
  expect(existsSync(join(cwd, 'note.txt'))).toBe(false);
  await client.close();

  expect(type(block('sh', 2)).stdout).toBe(readFileSync(join(cwd, 'audit.ndjson'), 'utf8'));
  expect(records()).toMatchObject([
    { tool: 'Bash', decision: 'deny', policy: 'No destructive command' },
    {
      tool: 'write_file',
      server: 'files',
      decision: 'require_approval',
      policy: 'Ask before a file is written',
      approval: { state: 'approved' },
    },
    { tool: 'write_file', decision: 'require_approval', approval: { state: 'denied' } },
  ]);
  const backtest = type(block('sh', 3));
  expect(backtest).toMatchObject({ status: 0, stderr: '' });
  expect(backtest.stdout).toContain('3 records: 3 unchanged, 0 flips');

  serving?.kill('SIGINT');
  await vi.waitUntil(() => serving?.exitCode !== null, { timeout: 120_000 });
  expect(serving?.exitCode).toBe(0);
});
