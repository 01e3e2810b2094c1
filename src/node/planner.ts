import type { Planner } from '../ports.ts';
import { startThread } from './worker.ts';

/**
 * Returns what plans the calls of a probe in a thread of its own.
 * @param program the path of the shim in bin/, which loads the built program; without it there is no thread
 */
export function planner(program: string | undefined): Planner | undefined {
  if (program === undefined) return undefined;
  return async (input, { timeout, signal }) => {
    const late = AbortSignal.timeout(timeout);
    try {
      return await startThread({ program, work: 'plan', input }, AbortSignal.any([signal, late]));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (late.aborted) return 'timeout';
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return 'out-of-memory';
      throw error;
    }
  };
}
