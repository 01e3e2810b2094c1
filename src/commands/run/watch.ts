import { InputError, NothingSelectedError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { isCi } from '../../features/run/is-ci.ts';
import { snapshotPath } from '../../features/run/snapshots.ts';
import type { FileWatch, Ports } from '../../ports.ts';
import { plural } from '../../report/plural.ts';
import { clip } from '../../text/clip.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { someOf } from '../../text/some-of.ts';
import { tellErrors } from '../output.ts';

/** What is watched, and what a run writes itself. */
export interface WatchedFiles {
  readonly suites: readonly string[];
  /** The paths that the user named. */
  readonly others: readonly string[];
  /** The reports. */
  readonly written: readonly string[];
}

/** What nobody edits by hand. */
const IGNORED_NAMES = ['node_modules', '.git', '__snapshots__'];

/** The most changed files that are named. */
const MOST_NAMES = 3;

/**
 * Runs suites, and runs them again when a file changes, until the user ends it. A run that cannot be evaluated is told, and
 * the next change tries again.
 * Spec (suites and recording): "`mcptest run [SUITE…] [-- CMD…]`"
 * @param once runs the suites once, and closes all that it opened
 * @returns the exit code of the last run
 * @throws InputError when the files cannot be watched, or the user interrupts a run
 */
export async function watchSuites(
  files: WatchedFiles,
  once: () => Promise<ExitCode>,
  ports: Ports,
): Promise<ExitCode> {
  const open = watcherOf(files, ports);
  if (!open) return once();
  const tell = (text: string) => ports.stderr.write(`\n${escapeForTerminal(text)}\n`);
  let isInterrupted = false;
  let interrupt = () => {};
  const interrupted = new Promise<undefined>((resolve) => {
    interrupt = () => resolve(undefined);
  });
  const stopListening = ports.onInterrupt(() => {
    isInterrupted = true;
    interrupt();
  });
  let watch: FileWatch | undefined;
  try {
    watch = open();
    for (;;) {
      const code = await attempt(once, () => isInterrupted, ports);
      if (isInterrupted) return code;
      tell(`watching ${plural(files.suites.length + files.others.length, 'path')}; press Ctrl-C to stop`);
      const changed = await Promise.race([watch.next(), interrupted]);
      if (changed === undefined) return code;
      tell(`changed: ${someOf(changed, MOST_NAMES, (path) => clip(path, 200))}`);
    }
  } finally {
    watch?.close();
    stopListening();
  }
}

/** Returns what opens the watch; undefined, with a note, where a single run is all that makes sense. */
function watcherOf({ suites, others, written }: WatchedFiles, ports: Ports): (() => FileWatch) | undefined {
  const { watch } = ports;
  const why = isCi(ports.env.CI)
    ? 'CI is set'
    : ports.stdout.isTerminal && watch
      ? undefined
      : 'there is no terminal';
  if (why !== undefined || !watch) {
    ports.stderr.write(`note: --watch runs the suites once, because ${why}\n`);
    return undefined;
  }
  for (const path of [...suites, ...others]) refuseUnwatchable(path, ports);
  return () =>
    watch({
      paths: [...suites, ...others],
      ignoredNames: IGNORED_NAMES,
      ignoredFiles: [...written, ...suites.map(snapshotPath)],
    });
}

function refuseUnwatchable(path: string, { files }: Pick<Ports, 'files'>): void {
  const isThere = path !== '-' && files.realPath(path) !== null;
  if (isThere && (files.plainFile(path) !== null || files.listEntries(path) !== null)) return;
  throw new InputError({
    message: `\`${clip(path)}\` cannot be watched: ${isThere || path === '-' ? 'it is not a file' : 'no such file or folder'}`,
    help: 'with --watch, name files and folders that exist',
  });
}

async function attempt(
  once: () => Promise<ExitCode>,
  isInterrupted: () => boolean,
  ports: Ports,
): Promise<ExitCode> {
  try {
    return await once();
  } catch (error) {
    const isKnown = error instanceof InputError || error instanceof NothingSelectedError;
    if (!isKnown || isInterrupted()) throw error;
    tellErrors(error.diagnostics, ports);
    return error instanceof InputError ? EXIT.unable : EXIT.nothingSelected;
  }
}
