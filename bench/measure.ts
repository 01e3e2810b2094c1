import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The times of two sides, in milliseconds, measured alternately: entries with the same index form a pair. */
export interface Pairs {
  readonly a: number[];
  readonly b: number[];
}

/** Times A and B alternately, after one warm-up round. */
export function pairwise(runs: number, timeA: () => number, timeB: () => number): Pairs {
  timeA();
  timeB();
  const pairs: Pairs = { a: [], b: [] };
  for (let run = 0; run < runs; run++) {
    pairs.a.push(timeA());
    pairs.b.push(timeB());
  }
  return pairs;
}

/** Returns the milliseconds that work in this process takes. */
export function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((x, y) => x - y);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] as number)) / 2;
}

/** Formats the medians of both sides, the median of the ratios of the pairs, and the target. */
export function formatRow(name: string, { a, b }: Pairs, target: string): string {
  const ratios = a.map((time, index) => time / (b[index] as number));
  const times = `${median(a).toFixed(1)} ms against ${median(b).toFixed(1)} ms`;
  return `  ${name}: ${median(ratios).toFixed(2)} times (${times}); ${target}`;
}

const PEAK_MEMORY = join(import.meta.dirname, 'peak-memory.cjs');

/** As {@link elapsedOf}, with the most memory that the process took, in megabytes. */
export function peakOf(args: readonly string[]): { elapsed: number; megabytes: number } {
  const { elapsed, stderr } = elapsedOf(['--require', PEAK_MEMORY, ...args]);
  return { elapsed, megabytes: Number(stderr.split('\n').at(-1)) / 1000 };
}

/** Runs Node to its end and returns the milliseconds it took and its standard error. Throws if it fails. */
export function elapsedOf(args: readonly string[]): { elapsed: number; stderr: string } {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const elapsed = performance.now() - start;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return { elapsed, stderr };
}
