import { logReader } from '../../artifacts/audit-log/read.ts';
import { type BacktestPart, type CountingTask, countPart } from '../../features/gateway/backtest/backtest.ts';
import type { FilesPort } from '../../ports.ts';

/** A part of some logs, to the end of the last of them. */
export interface BacktestHalf {
  readonly task: CountingTask;
  readonly logs: readonly string[];
  /** The lines of the first log that begin at this byte or behind it. */
  readonly from: number;
  /** That of the first log, see {@link FilesPort.plainFile}. */
  readonly identity: string;
}

/**
 * What another thread does of a backtest. Undefined when what it has counted is of no use: another file has taken the
 * place of the log, or see {@link countPart}.
 */
export async function countHalf(half: BacktestHalf, files: FilesPort): Promise<BacktestPart | undefined> {
  const { task, logs, from, identity } = half;
  const [first] = logs;
  if (first === undefined || files.plainFile(first)?.identity !== identity) return undefined;
  return countPart(task, logReader(logs, files, { from }));
}
