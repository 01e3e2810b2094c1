import type { LogPart } from '../../artifacts/audit-log/read.ts';
import type { BacktestPart, BacktestTask } from '../../features/gateway/backtest/backtest.ts';
import type { PlainFile, Ports } from '../../ports.ts';
import type { BacktestHalf } from './count-half.ts';

/** The second half of some logs, which another thread reads. */
export interface SecondHalf {
  /** What it has counted; undefined when it came to no end, for whatever reason: then its half is still to be read. */
  readonly rest: Promise<BacktestPart | undefined>;
  readonly part: LogPart;
  /** Nobody waits for it any more. */
  readonly stop: () => void;
}

/**
 * Has the second half of the logs counted on another core. Undefined where that does not pay, or where the other thread
 * would not find what this one finds: a pipe is read only once.
 */
export function startSecondHalf(task: BacktestTask, ports: Ports): SecondHalf | undefined {
  const core = ports.secondCore?.();
  if (core === undefined) return undefined;
  const files = task.logs.flatMap((path) => ports.files.plainFile(path) ?? []);
  if (files.length < task.logs.length) return undefined;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size < Math.max(core.worthwhile, 1)) return undefined;
  const { file, from, identity } = fileAt(files, Math.ceil(size / 2));
  const { current, next, range, samples } = task;
  const counting = { current, next, range, samples };
  const half: BacktestHalf = { task: counting, logs: task.logs.slice(file), from, identity };
  const stopping = new AbortController();
  // whatever becomes of the other thread, this one can do its work
  const rest = core.countHalf(half, stopping.signal).catch(() => undefined) as SecondHalf['rest'];
  return { rest, part: { file, from, rest }, stop: () => stopping.abort() };
}

/** The file in which so many bytes of all end, and how many of its own these are. */
function fileAt(files: readonly PlainFile[], bytes: number) {
  let from = bytes;
  for (const [file, { size, identity }] of files.entries()) {
    if (from <= size) return { file, from, identity };
    from -= size;
  }
  throw new RangeError(`${bytes} bytes are more than all`);
}
