import type { SecondCore } from '../ports.ts';

/** In bytes; a start takes about as long as a backtest of a third of this. */
const WORTHWHILE = 32 * 2 ** 20;

/** What a thread is told. */
export interface ThreadData {
  readonly program: string;
  readonly half: unknown;
}

/** All that a thread begins with: the program of the shim does the rest, see `thread.ts`. */
const THREAD = `require(require('node:worker_threads').workerData.program).load('main.cjs').runThread()`;

/**
 * A thread beside this one; undefined on a machine with one core.
 * @param program the path of the shim in bin/, which loads the built program; there is no thread without it
 */
export function secondCore(program: string | undefined): SecondCore | undefined {
  if (program === undefined || process.getBuiltinModule('node:os').availableParallelism() < 2)
    return undefined;
  return { worthwhile: WORTHWHILE, countHalf: (half, signal) => runThread({ program, half }, signal) };
}

/** What a thread answers. It says nothing to anybody else. */
async function runThread(workerData: ThreadData, signal: AbortSignal): Promise<unknown> {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const thread = new Worker(THREAD, { eval: true, workerData, stdout: true, stderr: true });
  try {
    return await new Promise((resolve, reject) => {
      thread.on('message', resolve);
      thread.on('messageerror', reject);
      thread.on('error', reject);
      thread.on('exit', (code) => reject(new Error(`the thread has ended with ${code} and no answer`)));
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  } finally {
    await thread.terminate();
  }
}
