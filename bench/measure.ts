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
