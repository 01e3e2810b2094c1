import { recogniseLog } from '../../artifacts/audit-log/open-log.ts';
import type { LogPart } from '../../artifacts/audit-log/read.ts';
import type { LogKind } from '../../artifacts/audit-log/recognise-log.ts';
import type { BacktestPart, BacktestTask } from '../../features/gateway/backtest/backtest.ts';
import { looksAtThreats } from '../../features/gateway/backtest/carried-threats.ts';
import type { PlainFile, Ports } from '../../ports.ts';
import type { BacktestHalf } from './count-half.ts';

/** The second half of the logs, which another thread reads. */
export interface SecondHalf {
  /**
   * The counts of the other thread; undefined when it did not finish, for whatever reason. This thread then reads that
   * half too.
   */
  readonly rest: Promise<BacktestPart | undefined>;
  readonly part: LogPart;
  /** Stops the other thread when its result is no longer needed. */
  readonly stop: () => void;
}

/**
 * Starts counting the second half of the logs on another core. Undefined where that does not pay, or where the other
 * thread cannot read the same input: a pipe can be read only once.
 */
export async function startSecondHalf(
  task: BacktestTask,
  kind: LogKind | undefined,
  ports: Ports,
): Promise<SecondHalf | undefined> {
  const core = ports.secondCore?.();
  if (core === undefined || looksAtThreats(task.current, task.next.file)) return undefined;
  const files = task.logs.flatMap((path) => ports.files.plainFile(path) ?? []);
  if (files.length < task.logs.length) return undefined;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size < Math.max(core.worthwhile, 1)) return undefined;
  for (const log of task.logs) {
    // the lines in the middle of the log of another program do not show what is before them
    if ((kind ?? (await recogniseLog(log, ports.files))) !== 'own') return undefined;
  }
  const { file, from, identity } = fileAt(files, Math.ceil(size / 2));
  const { current, next, range, samples } = task;
  const counting = { current, next, range, samples };
  const half: BacktestHalf = { task: counting, logs: task.logs.slice(file), from, identity };
  const stopping = new AbortController();
  // if the other thread fails, this one does its work
  const rest = core.countHalf(half, stopping.signal).catch(() => undefined) as SecondHalf['rest'];
  return { rest, part: { file, from, rest }, stop: () => stopping.abort() };
}

/** Finds the file that contains byte number `bytes` of all logs together, and the offset in that file. */
function fileAt(files: readonly PlainFile[], bytes: number) {
  let from = bytes;
  for (const [file, { size, identity }] of files.entries()) {
    if (from <= size) return { file, from, identity };
    from -= size;
  }
  throw new RangeError(`${bytes} bytes are more than all files have`);
}
