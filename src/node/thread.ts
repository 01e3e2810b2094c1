import { nodeFiles } from './files.ts';
import type { ThreadData } from './second-core.ts';

/** The work of the thread that `secondCore` starts: it posts one answer, and ends. */
export async function runThread(): Promise<void> {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { half } = workerData as ThreadData;
  const { countHalf } = await import('../commands/gateway/count-half.ts');
  parentPort?.postMessage(await countHalf(half as Parameters<typeof countHalf>[0], nodeFiles()));
}
