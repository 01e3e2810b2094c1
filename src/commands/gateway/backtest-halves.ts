import type { LogPart } from '../../artifacts/audit-log/read.ts';
import { logReader } from '../../artifacts/audit-log/read.ts';
import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { type BacktestTask, countPart, rulesOf } from '../../features/gateway/backtest/backtest.ts';
import { type BacktestPart, readBacktestPart } from '../../features/gateway/backtest/backtest-part-schema.ts';
import type { PlainFile, Ports, SecondCore } from '../../ports.ts';

/** How long the other process may take, in milliseconds: a minute, and a second for each megabyte, far more than it takes. */
const PATIENCE = 60_000;
const LONGEST_PATIENCE = 2 ** 31 - 1;

/** The second half of some logs, which another process reads. */
export interface SecondHalf {
  /** What it has counted; undefined when it came to no end, for whatever reason: then its half is still to be read. */
  readonly rest: Promise<BacktestPart | undefined>;
  readonly part: LogPart;
  /** Nobody waits for it any more. */
  readonly stop: () => void;
}

/**
 * Has the second half of the logs counted by this program once more, with the same arguments, on another core. Undefined
 * where that does not pay, or where the other process would not find what this one finds: a pipe is read only once.
 * @param rules the paths of all rules
 */
export function startSecondHalf(
  task: BacktestTask,
  rules: readonly string[],
  ports: Ports,
): SecondHalf | undefined {
  const core = ports.secondCore?.();
  if (core === undefined) return undefined;
  const plain = (paths: readonly string[]) => paths.flatMap((path) => ports.files.plainFile(path) ?? []);
  const logs = plain(task.logs);
  if (logs.length < task.logs.length || plain(rules).length < rules.length) return undefined;
  const size = logs.reduce((sum, log) => sum + log.size, 0);
  if (size < Math.max(core.worthwhile, 1)) return undefined;
  const { file, from, identity } = fileAt(logs, Math.ceil(size / 2));
  const stopping = new AbortController();
  const timeout = Math.min(PATIENCE + size / 1000, LONGEST_PATIENCE);
  const argv = [...ports.argv, '--part', `${file}:${from}:${identity}`];
  const running = core.run(argv, { timeout, signal: stopping.signal });
  const rest = askFor(task, task.logs.length - file, running);
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

/** Never fails: whatever becomes of the other process, this one can do its work. */
async function askFor(
  task: BacktestTask,
  logs: number,
  running: ReturnType<SecondCore['run']>,
): Promise<BacktestPart | undefined> {
  const ended = await running.catch(() => undefined);
  if (ended?.kind !== 'exited' || ended.code !== EXIT.accepted) return undefined;
  const part = readBacktestPart(ended.stdout);
  return part?.rules === rulesOf(task) && part.records.length === logs ? part : undefined;
}

/** What the other process does: counts a part of the logs, and prints it for the one that has started it. */
export async function printPart(task: BacktestTask, given: string, ports: Ports): Promise<ExitCode> {
  const [, file, from, identity] = /^(\d+):(\d+):(.+)$/.exec(given) ?? [];
  const logs = task.logs.slice(Number(file));
  const [first] = logs;
  if (first === undefined || ports.files.plainFile(first)?.identity !== identity) {
    throw new InputError({ message: '--part is for mcptest itself: it names no part of these logs' });
  }
  const part = await countPart(task, logReader(logs, ports.files, { from: Number(from) }));
  if (part === undefined) return EXIT.unable;
  ports.stdout.write(JSON.stringify(part));
  return EXIT.accepted;
}
