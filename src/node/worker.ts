/** What a thread starts with. */
export interface ThreadData {
  /** The path of the shim in bin/, which loads the built program. */
  readonly program: string;
  /** One of the works of `thread.ts`. */
  readonly work: 'half' | 'plan';
  /** Plain data: it is copied. */
  readonly input: unknown;
}

/** The whole script of a thread. It loads the program of the shim, see `thread.ts`. */
const THREAD = `require(require('node:worker_threads').workerData.program).load('main.cjs').runThread()`;

/**
 * Starts a thread, waits for its answer and returns it. The thread prints nothing, and ends when the signal is aborted,
 * whatever it does then.
 * @throws the reason of the signal, and whatever stops the thread before its answer
 */
export async function startThread(workerData: ThreadData, signal: AbortSignal): Promise<unknown> {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  signal.throwIfAborted();
  const thread = new Worker(THREAD, { eval: true, workerData, stdout: true, stderr: true });
  try {
    return await new Promise((resolve, reject) => {
      thread.on('message', resolve);
      thread.on('messageerror', reject);
      thread.on('error', reject);
      thread.on('exit', (code) => reject(new Error(`the thread ended with code ${code} and gave no answer`)));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  } finally {
    await thread.terminate();
  }
}
