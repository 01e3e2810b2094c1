import { dirname } from 'node:path';
import { main } from '../main.ts';
import { openApprovalsFolder } from './approvals-folder.ts';
import { nodeFiles } from './files.ts';
import { onInterrupt } from './interrupts.ts';
import { standardError, standardOutput } from './output.ts';
import { planner } from './planner.ts';
import { nodeProcesses } from './processes.ts';
import { secondCore } from './second-core.ts';
import { sha256 } from './sha256.ts';
import { tables } from './tables.ts';
import { watchFiles } from './watch-files.ts';

export { runThread } from './thread.ts';

/**
 * Runs the program on the real process. The shim in bin/ calls it and sets the exit code.
 * @param program the path of the shim, which threads load again; without it there are no threads
 */
export function run(argv: readonly string[], program?: string): Promise<number> {
  return main({
    argv,
    env: process.env,
    stdout: standardOutput(),
    stderr: standardError(),
    files: nodeFiles(),
    sha256,
    packageFolder: program && dirname(dirname(program)),
    processes: nodeProcesses(),
    secondCore: () => secondCore(program),
    planner: planner(program),
    watch: watchFiles,
    openTable: tables(program ?? process.execPath),
    approvals: openApprovalsFolder,
    systemTime: Date.now,
    onInterrupt,
  });
}
