import { nodeFiles } from './files.ts';
import type { ThreadData } from './worker.ts';

/** The work of a thread that `startThread` starts: it posts one answer, and ends. */
export async function runThread(): Promise<void> {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { work, input } = workerData as ThreadData;
  parentPort?.postMessage(await WORKS[work](input));
}

const WORKS: Readonly<Record<ThreadData['work'], (input: unknown) => Promise<unknown>>> = {
  async half(input) {
    const { countHalf } = await import('../commands/gateway/count-half.ts');
    return countHalf(input as Parameters<typeof countHalf>[0], nodeFiles());
  },
  async plan(input) {
    const { answerPlanTask } = await import('../commands/live/plan-calls.ts');
    return answerPlanTask(input as Parameters<typeof answerPlanTask>[0]);
  },
};
