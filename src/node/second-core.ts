import type { ProcessesPort, SecondCore } from '../ports.ts';

/** In bytes; a start takes about as long as a backtest of a third of this. */
const WORTHWHILE = 32 * 2 ** 20;

/** A script of Node that can be run beside this program; undefined on a machine with one core. */
export function secondCore(program: string | undefined, processes: ProcessesPort): SecondCore | undefined {
  if (program === undefined || process.getBuiltinModule('node:os').availableParallelism() < 2)
    return undefined;
  return {
    worthwhile: WORTHWHILE,
    run: (argv, options) =>
      processes.run([process.execPath, program, ...argv], { ...options, env: process.env }),
  };
}
