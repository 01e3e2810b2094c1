import { main } from '../../src/main.ts';
import type { ProcessesPort, SecondCore } from '../../src/ports.ts';
import { memoryFiles } from './memory-files.ts';

export interface CliResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The files after the run, written ones included. */
  readonly files: Record<string, string>;
}

interface CliOptions {
  readonly files?: Record<string, string>;
  readonly env?: Record<string, string>;
  readonly isTerminal?: boolean;
  /** Takes the listener of a command that waits to be interrupted. */
  readonly onInterrupt?: (listener: () => void) => () => void;
  /** The programs that the run may start; none when left out. */
  readonly processes?: ProcessesPort;
  /** Another core; none when left out. */
  readonly secondCore?: SecondCore;
}

/** The moment at which tests run unless they say otherwise. */
export const NOW = '2026-06-01T00:00:00Z';

const NO_PROGRAMS: ProcessesPort = { run: async () => ({ kind: 'not-found' }) };

/** Runs the whole program in memory: the same code as the binary, with other ports. */
export async function runCli(argv: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const { files: texts = {}, env = {}, isTerminal = false, processes = NO_PROGRAMS } = options;
  const { onInterrupt, secondCore } = options;
  const files = memoryFiles({ ...texts });
  let [stdout, stderr] = ['', ''];
  const exitCode = await main({
    argv,
    env,
    files,
    processes,
    secondCore: () => secondCore,
    stdout: { isTerminal, write: (text) => (stdout += text) },
    stderr: { isTerminal, write: (text) => (stderr += text) },
    systemTime: () => Date.parse(NOW),
    onInterrupt: (listener) => onInterrupt?.(listener) ?? (() => {}),
  });
  return { exitCode, stdout, stderr, files: files.texts };
}
