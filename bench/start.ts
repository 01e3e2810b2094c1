/**
 * Measures whole starts of `policy simulate` on the example against a bare `node -e 0`, part of `npm run bench`. Alone, and
 * with other programs of Node: `npx tsx bench/start.ts [node ...]`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleFlags } from '../scripts/example-artifacts.ts';
import { formatRow, pairwise } from './measure.ts';

const RUNS = 40;

const root = join(import.meta.dirname, '..');
const program = join(root, 'bin', 'mcptest.js');
const example = join(root, 'examples', 'policy');

/** The most and the best that is hoped for, in starts of a bare Node of that line, from the second start on. */
const TARGETS: Readonly<Record<string, string>> = {
  v20: 'target at most 1.5, aim 1.25',
  v22: 'target at most 2.2, aim 1.6',
  v24: 'target at most 2.2, aim 1.6',
};

/** Prints the rows of one Node: without a code cache, as on a machine that is new, and with the one of the start before. */
export function measureStart(node: string = process.execPath): void {
  const caches = mkdtempSync(join(tmpdir(), 'mcptest-bench-'));
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  const three = exampleFlags(example, ['run-report', 'judge-cert', 'conformance-report']);
  const gate = [program, 'policy', 'simulate', '--policy', join(example, 'policy.yml'), '--gate'];
  const time = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    startTime(node, args, { XDG_CACHE_HOME: caches, ...env });
  const row = (
    name: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    target: string,
  ) => {
    const pairs = pairwise(
      RUNS,
      () => time(args, env),
      () => time(['-e', '0']),
    );
    console.log(formatRow(name, pairs, target));
  };

  const target = TARGETS[version.replace(/\..*/, '')] ?? 'no target';
  console.log(
    `start on Node ${version}: policy simulate on the example, against bare \`node -e 0\`, whole processes`,
  );
  row('the three artifacts that the policy names', [...gate, ...three], {}, target);
  row('all six artifacts', [...gate, ...exampleFlags(example)], {}, target);
  row('the three, without a code cache', [...gate, ...three], { MCPTEST_NO_CODE_CACHE: '1' }, 'no target');
  measureHook(caches, node);
  console.log();
  rmSync(caches, { recursive: true });
}

/** Prints the row of a hook: an agent waits for it before each call. */
function measureHook(caches: string, node: string): void {
  const policies = join(caches, 'policies.yml');
  const rules = Array.from(
    { length: 20 },
    (_, index) =>
      `  - { name: rule ${index}, toolPattern: "tool_${index}.*", action: deny, signalCategory: secret }`,
  );
  writeFileSync(policies, `version: "1"\npolicies:\n${rules.join('\n')}\n`);
  const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git status' } };
  const time = (args: readonly string[]) =>
    startTime(node, args, { XDG_CACHE_HOME: caches }, JSON.stringify(call));
  const hook = ['gateway', 'hook', '--agent', 'claude', '--policies', policies, '--deadline', '1m'];
  const pairs = pairwise(
    RUNS,
    () => time([program, ...hook]),
    () => time(['-e', '0']),
  );
  console.log(formatRow('gateway hook, 20 rules', pairs, 'target at most 1.6'));
}

/** Runs a program of Node to its end, and returns the milliseconds that it took. Throws if it fails. */
function startTime(
  node: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input?: string,
): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(node, args, {
    ...(input !== undefined && { input }),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  const elapsed = performance.now() - start;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return elapsed;
}

if (import.meta.filename === process.argv[1]) {
  const nodes = process.argv.slice(2);
  for (const node of nodes.length > 0 ? nodes : [process.execPath]) measureStart(node);
}
