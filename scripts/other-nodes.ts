/**
 * Runs the tests of the built program, and the gate of examples/policy, on the current versions of Node that the
 * machine does not have: `npm run test:nodes`. npm installs the binaries in a folder for this run only, where nothing
 * else uses them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleFlags } from './example-artifacts.ts';

/** The long-term supported versions; `engines` in package.json says where support begins. */
const LINES = [22, 24];

const root = join(import.meta.dirname, '..');
const example = join(root, 'examples', 'policy');
const GATE = [
  'policy',
  'simulate',
  '--policy',
  join(example, 'policy.yml'),
  ...exampleFlags(example),
  '--gate',
];
const TESTS = ['test/e2e/packed.test.ts', 'test/e2e/code-cache.test.ts'];

const folder = mkdtempSync(join(tmpdir(), 'mcptest-nodes-'));
try {
  const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const packages = LINES.map((line) => `node${line}@npm:node-${system}@${line}`);
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, ...packages]);
  for (const line of LINES) {
    const node = join(folder, 'node_modules', `node${line}`, 'bin', 'node');
    console.log(`\n== Node ${line}`);
    run(node, ['--version']);
    run(node, [join(root, 'bin', 'mcptest.js'), ...GATE]);
    run(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...TESTS], {
      MCPTEST_TEST_NODE: node,
    });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${program} ${args[0]} ended with ${status}`, { cause: error });
}
