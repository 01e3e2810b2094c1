import { spawnSync } from 'node:child_process';

/** The times of two sides, in milliseconds, taken in turn: entry by entry a pair. */
export interface Pairs {
  readonly a: number[];
  readonly b: number[];
}

/** Times A and B in turn, after one round that does not count. */
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

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((x, y) => x - y);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] as number)) / 2;
}

/** The medians of both sides, the ratio of each pair's times in its median, and the target. */
export function formatRow(name: string, { a, b }: Pairs, target: string): string {
  const ratios = a.map((time, index) => time / (b[index] as number));
  const times = `${median(a).toFixed(1)} ms against ${median(b).toFixed(1)} ms`;
  return `  ${name}: ${median(ratios).toFixed(2)} times (${times}); ${target}`;
}

/** Runs Node to its end: the milliseconds it took, and what it said on standard error. A failure is thrown. */
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
