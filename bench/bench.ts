/**
 * Measures the built program against what it is compared with, in one run: `npm run bench`. Runs of the two sides
 * alternate, so a machine that slows down slows both. Prints medians.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleFlags } from '../scripts/example-artifacts.ts';
import { measureEvaluation } from './evaluation.ts';
import { measureDecisions } from './gateway.ts';
import { measureBacktest } from './gateway-backtest.ts';
import { writeLargeReport } from './large-report.ts';
import { formatRow, median, pairwise } from './measure.ts';
import { measureScenario, parseTime } from './scenario.ts';

const root = join(import.meta.dirname, '..');
const program = join(root, 'bin', 'mcptest.js');
const example = join(root, 'examples', 'policy');

const folder = mkdtempSync(join(tmpdir(), 'mcptest-bench-'));
try {
  console.log(`Node ${process.version}, ${process.platform} ${process.arch}\n`);
  measureStart();
  measureEvaluation();
  measureLargeReport(folder);
  await measureScenario(folder, program);
  await measureDecisions();
  measureBacktest(folder, program);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the milliseconds that a Node process takes from start to end. */
function timeNode(args: readonly string[], expectedCode = 0): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const elapsed = performance.now() - start;
  if (status !== expectedCode) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return elapsed;
}

function measureStart(): void {
  const artifacts = exampleFlags(example);
  const gate = [program, 'policy', 'simulate', '--policy', join(example, 'policy.yml'), '--gate'];
  const three = exampleFlags(example, ['run-report', 'judge-cert', 'conformance-report']);
  const bare = ['-e', '0'];
  const runs = 40;

  const few = pairwise(
    runs,
    () => timeNode([...gate, ...three]),
    () => timeNode(bare),
  );
  console.log('start: policy simulate on the example, against bare `node -e 0`, whole processes');
  console.log(formatRow('the three artifacts that the policy names', few, 'target at most 1.6, aim 1.3'));
  const all = pairwise(
    runs,
    () => timeNode([...gate, ...artifacts]),
    () => timeNode(bare),
  );
  console.log(formatRow('all six artifacts', all, 'target at most 1.6, aim 1.3'));
  console.log();
}

function measureLargeReport(into: string): void {
  const report = join(into, 'run.json');
  const policy = join(root, 'bench', 'no-failed-tests.yml');
  const megabytes = writeLargeReport(report, 200);
  const gate = [program, 'policy', 'simulate', '--policy', policy, '--run-report', report, '--gate'];
  const rows = pairwise(
    7,
    () => timeNode(gate),
    () => parseTime(report),
  );
  console.log(`a run report of ${megabytes} MB: the whole gate, against JSON.parse alone on the same text`);
  console.log(formatRow('policy simulate --run-report', rows, 'target at most 4, aim 2.5'));
  console.log(`  ${(megabytes / (median(rows.a) / 1000)).toFixed(0)} MB a second\n`);
}
