import { logReader } from '../../artifacts/audit-log/read.ts';
import { type BacktestPart, type CountingTask, countPart } from '../../features/gateway/backtest/backtest.ts';
import type { FilesPort } from '../../ports.ts';

/** A part of the logs, up to the end of the last one. */
export interface BacktestHalf {
  readonly task: CountingTask;
  readonly logs: readonly string[];
  /** The part begins with the lines of the first log that start at or after this byte. */
  readonly from: number;
  /** The identity of the first log, see {@link FilesPort.plainFile}. */
  readonly identity: string;
}

/**
 * Counts one half of a backtest in another thread. Undefined when the counts are unusable: another file has replaced
 * the log, or for the reasons given at {@link countPart}.
 */
export async function countHalf(half: BacktestHalf, files: FilesPort): Promise<BacktestPart | undefined> {
  const { task, logs, from, identity } = half;
  const [first] = logs;
  if (first === undefined || files.plainFile(first)?.identity !== identity) return undefined;
  return countPart(task, logReader(logs, files, { part: { from } }));
}
