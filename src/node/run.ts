import { main } from '../main.ts';
import { nodeFiles } from './files.ts';
import { onInterrupt } from './interrupts.ts';
import { standardError, standardOutput } from './output.ts';
import { nodeProcesses } from './processes.ts';

/** Runs the program on the real process; the shim in bin/ calls it and sets the exit code. */
export function run(argv: readonly string[] = process.argv.slice(2)): Promise<number> {
  return main({
    argv,
    env: process.env,
    stdout: standardOutput(),
    stderr: standardError(),
    files: nodeFiles(),
    processes: nodeProcesses(),
    systemTime: Date.now,
    onInterrupt,
  });
}
