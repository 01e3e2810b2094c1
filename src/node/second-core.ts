import type { SecondCore } from '../ports.ts';

/**
 * The smallest input that pays off, in bytes. Starting a thread takes about as long as a backtest of a third of this.
 */
const WORTHWHILE = 32 * 2 ** 20;

/** The data that a thread starts with. */
export interface ThreadData {
  readonly program: string;
  readonly half: unknown;
}

/** The whole script of a thread. It loads the program of the shim, see `thread.ts`. */
const THREAD = `require(require('node:worker_threads').workerData.program).load('main.cjs').runThread()`;

/**
 * Returns a second thread; undefined on a machine with one core.
 * @param program the path of the shim in bin/, which loads the built program; without it there is no thread
 */
export function secondCore(program: string | undefined): SecondCore | undefined {
  if (program === undefined || process.getBuiltinModule('node:os').availableParallelism() < 2)
    return undefined;
  return { worthwhile: WORTHWHILE, countHalf: (half, signal) => startThread({ program, half }, signal) };
}

/** Starts a thread, waits for its answer and returns it. The thread prints nothing. */
async function startThread(workerData: ThreadData, signal: AbortSignal): Promise<unknown> {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const thread = new Worker(THREAD, { eval: true, workerData, stdout: true, stderr: true });
  try {
    return await new Promise((resolve, reject) => {
      thread.on('message', resolve);
      thread.on('messageerror', reject);
      thread.on('error', reject);
      thread.on('exit', (code) => reject(new Error(`the thread ended with code ${code} and gave no answer`)));
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  } finally {
    await thread.terminate();
  }
}
