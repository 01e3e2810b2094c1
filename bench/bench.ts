/**
 * Measures the built program against what it is compared with, in one run: `npm run bench`. Runs of the two sides
 * alternate, so a machine that slows down slows both. Prints medians. `npm run bench -- security` measures the rules of the
 * scan alone, and `npm run bench -- judge [folder]` prints how often judges and models get the wrong answer; the folder has
 * recordings of tau-bench.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AIRLINE } from '../test/tau-bench/tasks.ts';
import { measureEvaluation } from './evaluation.ts';
import { measureDecisions } from './gateway.ts';
import { measureBacktest } from './gateway-backtest.ts';
import { measureProxy } from './gateway-proxy.ts';
import { measureJudges } from './judge.ts';
import { writeLargeReport } from './large-report.ts';
import { elapsedOf, formatRow, median, pairwise } from './measure.ts';
import { measureComparisons } from './model-compat.ts';
import { measureScenario, parseTime } from './scenario.ts';
import { measureSecurity } from './security.ts';
import { measureStart } from './start.ts';

const root = join(import.meta.dirname, '..');
const program = join(root, 'bin', 'mcptest.js');

if (process.argv[2] === 'security') {
  measureSecurity();
  process.exit();
}
if (process.argv[2] === 'judge') {
  measureJudges();
  await measureComparisons(process.argv[3] ?? AIRLINE);
  process.exit();
}

const folder = mkdtempSync(join(tmpdir(), 'mcptest-bench-'));
try {
  console.log(`Node ${process.version}, ${process.platform} ${process.arch}\n`);
  measureStart();
  measureEvaluation();
  measureLargeReport(folder);
  await measureScenario(folder, program);
  await measureDecisions();
  measureBacktest(folder, program);
  await measureProxy(folder, program, 100_000);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function measureLargeReport(into: string): void {
  const report = join(into, 'run.json');
  const policy = join(root, 'bench', 'no-failed-tests.yml');
  const megabytes = writeLargeReport(report, 200);
  const gate = [program, 'policy', 'simulate', '--policy', policy, '--run-report', report, '--gate'];
  const rows = pairwise(
    7,
    () => elapsedOf(gate).elapsed,
    () => parseTime(report),
  );
  console.log(`a run report of ${megabytes} MB: the whole gate, against JSON.parse alone on the same text`);
  console.log(formatRow('policy simulate --run-report', rows, 'target at most 4, aim 2.5'));
  console.log(`  ${(megabytes / (median(rows.a) / 1000)).toFixed(0)} MB a second\n`);
}
