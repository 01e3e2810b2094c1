import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { blocksBelow } from '../support/doc-blocks.ts';
import { shellOf } from '../support/npx-project.ts';
import { packProgram } from '../support/packed.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/control-plane.md'), 'utf8');
const packed = await packProgram();
const cwd = packed.folder;
let serving: ChildProcess | undefined;
afterAll(() => {
  serving?.kill('SIGKILL');
  rmSync(packed.folder, { recursive: true, force: true });
});

it('starts the server, and asks it, as docs/control-plane.md says', async ({ skip }) => {
  if (spawnSync('curl', ['--version']).error) skip('curl is not installed');
  const TOKEN = 'a'.repeat(64);
  const env = { ...shellOf(packed), TOKEN };
  // the page shows the beginnings of its tokens
  const tokens = blocksBelow(page, 'Start it', 'yaml')[0]?.replace('4f0c…', TOKEN).replace('91d2…', 'b');
  writeFileSync(join(cwd, 'tokens.yml'), tokens ?? '');
  writeFileSync(join(cwd, 'audit.ndjson'), '');
  writeFileSync(
    join(cwd, 'policies.yml'),
    'version: "1"\npolicies: [{ name: Hold writes, toolPattern: db.write, action: require_approval }]\n',
  );
  const [start = ''] = blocksBelow(page, 'Start it', 'sh');
  serving = spawn('bash', ['-c', start.replace(/^mcptest /m, 'exec mcptest ')], { cwd, env });
  let said = '';
  serving.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    said += piece;
  });
  await vi.waitUntil(() => said.includes('in a browser') || serving?.exitCode !== null, { timeout: 120_000 });
  const [, origin = expect.unreachable(said)] = /^listening on (\S+)$/m.exec(said) ?? [];
  const [asking = ''] = blocksBelow(page, 'The API', 'sh');
  const asked = asking.replaceAll('http://127.0.0.1:38113', origin);
  expect(asked).not.toBe(asking);
  const { status, stdout } = spawnSync('bash', ['-ec', asked], { cwd, env, encoding: 'utf8' });
  expect(status).toBe(0);
  const [policies, verdict] = stdout.replace(']{', ']\n{').split('\n');
  expect(JSON.parse(policies ?? '')).toMatchObject([{ name: 'Hold writes' }]);
  expect(JSON.parse(verdict ?? '')).toMatchObject({ decision: 'require_approval' });
});
