import type { SecondCore } from '../ports.ts';
import { startThread } from './worker.ts';

/**
 * The smallest input that pays off, in bytes. Starting a thread takes about as long as a backtest of a third of this.
 */
const WORTHWHILE = 32 * 2 ** 20;

/**
 * Returns a second thread; undefined on a machine with one core.
 * @param program the path of the shim in bin/, which loads the built program; without it there is no thread
 */
export function secondCore(program: string | undefined): SecondCore | undefined {
  if (program === undefined || process.getBuiltinModule('node:os').availableParallelism() < 2)
    return undefined;
  return {
    worthwhile: WORTHWHILE,
    countHalf: (half, signal) => startThread({ program, work: 'half', input: half }, signal),
  };
}
