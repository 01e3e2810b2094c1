import type { CompiledCall } from './compile-suite.ts';
import type { CallFinding } from './judge-call.ts';

/** Returns the 95th percentile of some durations, by nearest rank. With one duration: that one. */
function percentile95(durations: readonly number[]): number {
  const sorted = durations.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}

/** Judges the time that the trials of a call took. */
export function judgeDurations(
  { call, expectPath: path }: CompiledCall,
  durations: readonly number[],
): CallFinding[] {
  const { maxMs } = call.expect;
  if (maxMs === undefined || durations.length === 0) return [];
  const found = percentile95(durations);
  if (found <= maxMs) return [];
  const what = durations.length === 1 ? '' : ` as the 95th percentile of ${durations.length} trials`;
  const message = `max_ms: found ${Math.round(found)} ms${what}, expected at most ${maxMs} ms`;
  return [{ code: 'max_ms', message, path }];
}
