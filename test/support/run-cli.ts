import { main } from '../../src/main.ts';
import { sha256 } from '../../src/node/sha256.ts';
import type { Ports, ProcessesPort, SecondCore } from '../../src/ports.ts';
import { memoryFiles } from './memory-files.ts';
import type { Printed } from './transcript.ts';

export interface CliResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both in the order in which they were written. */
  readonly printed: readonly Printed[];
  /** The files after the run, written ones included. */
  readonly files: Record<string, string>;
}

interface CliOptions {
  readonly files?: Record<string, string>;
  readonly env?: Record<string, string>;
  readonly isTerminal?: boolean;
  /** Takes the listener of a command that waits to be interrupted. */
  readonly onInterrupt?: (listener: () => void) => () => void;
  /** The programs that the run may start; none by default. */
  readonly processes?: ProcessesPort;
  /** Takes the files in memory, to change them while the command runs. */
  readonly onFiles?: (files: Record<string, string>) => void;
  /** Sees changes of files; nothing is watched by default. */
  readonly watch?: Ports['watch'];
  /** Opens folders of held calls; there are none by default. */
  readonly approvals?: Ports['approvals'];
  /** The folder of the built package; none by default, as when the sources run. */
  readonly packageFolder?: string;
  /** Opens tables; there are none by default. */
  readonly openTable?: Ports['openTable'];
  /** A second core; none by default. */
  readonly secondCore?: SecondCore;
}

/** The time at which tests run by default. */
export const NOW = '2026-06-01T00:00:00Z';

const NO_PROGRAMS: ProcessesPort = { run: async () => ({ kind: 'not-found' }) };

/** Runs the whole program in memory: the same code as the binary, with other ports. */
export async function runCli(argv: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const { files: texts = {}, env = {}, isTerminal = false, processes = NO_PROGRAMS } = options;
  const { onInterrupt, secondCore, watch } = options;
  const files = memoryFiles({ ...texts });
  options.onFiles?.(files.texts);
  const printed: Printed[] = [];
  const output = (stream: Printed['stream']) => ({
    isTerminal,
    write: (text: string) => append(printed, { stream, text }),
  });
  const exitCode = await main({
    argv,
    env,
    files,
    sha256,
    packageFolder: options.packageFolder,
    processes,
    secondCore: () => secondCore,
    watch,
    approvals: options.approvals,
    openTable: options.openTable,
    stdout: output('stdout'),
    stderr: output('stderr'),
    systemTime: () => Date.parse(NOW),
    onInterrupt: (listener) => onInterrupt?.(listener) ?? (() => {}),
  });
  const [stdout, stderr] = [textOn('stdout', printed), textOn('stderr', printed)];
  return { exitCode, stdout, stderr, printed, files: files.texts };
}

function append(printed: Printed[], { stream, text }: Printed): void {
  const last = printed.at(-1);
  if (last?.stream === stream) printed[printed.length - 1] = { stream, text: last.text + text };
  else if (text !== '') printed.push({ stream, text });
}

function textOn(stream: Printed['stream'], printed: readonly Printed[]): string {
  return printed.map((part) => (part.stream === stream ? part.text : '')).join('');
}
