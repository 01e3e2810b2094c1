import type { FilesPort } from './files-port.ts';
import type { OpenTable } from './table-port.ts';

export type {
  Archive,
  AuditFile,
  Draft,
  FilesPort,
  FileToWrite,
  FolderEntry,
  FolderListing,
  LinesPart,
  PlainFile,
  Received,
} from './files-port.ts';
export { LONGEST_LINE } from './files-port.ts';

/** Everything the program needs from the outside world. Code below `main` reaches the outside only through it. */
export interface Ports {
  /** The arguments after the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: OutputPort;
  readonly stderr: OutputPort;
  readonly files: FilesPort;
  /** Returns the SHA-256 of bytes, or of a text in UTF-8, in hexadecimal. */
  readonly sha256: (content: string | Uint8Array) => string;
  /** The absolute path of the folder of the built package; undefined when the sources run. */
  readonly packageFolder?: string | undefined;
  readonly processes: ProcessesPort;
  /** Returns a second core for part of a long task, or undefined if the machine has only one. */
  readonly secondCore?: () => SecondCore | undefined;
  /** Plans the calls of a probe in a thread; undefined where there are none. */
  readonly planner?: Planner | undefined;
  /** Watches files; undefined where that is not possible. */
  readonly watch?: ((options: WatchOptions) => FileWatch) | undefined;
  /** Opens tables in files of this machine; undefined where that is not possible. */
  readonly openTable?: OpenTable | undefined;
  /** Opens the folder of held calls at a path; undefined where there are none. */
  readonly approvals?: ((path: string) => ApprovalsFolder) | undefined;
  /** The system clock, in milliseconds since the epoch. Read only through `time/clock.ts`. */
  readonly systemTime: () => number;
  /**
   * Calls `listener` when the user or the system asks the program to end: Ctrl-C, SIGTERM, a closed terminal. Until
   * you call the returned function, the program does not end by itself, so it has time to clean up what it started.
   */
  readonly onInterrupt: (listener: () => void) => () => void;
}

/**
 * A folder that several programs use at once to agree about held calls. A file comes into being whole and never changes.
 * Failures are {@link InputError}s.
 */
export interface ApprovalsFolder {
  readonly path: string;
  /** The names of its files, sorted; none if the folder is not there. */
  names(): readonly string[];
  /** Returns the text of a file; undefined if there is none with this name. */
  read(name: string): string | undefined;
  /** Creates a file that only the owner can read; false if one has the name already: the first one wins. */
  create(name: string, text: string): boolean;
  /** Removes a file, if it is there. */
  remove(name: string): void;
  /** Returns eight hexadecimal digits of chance, for a new name. */
  chance(): string;
}

/** What to watch. */
export interface WatchOptions {
  /** Files and folders. What is missing now counts as changed when it appears. */
  readonly paths: readonly string[];
  /** Names of files and folders that do not count, wherever they are below a watched folder. */
  readonly ignoredNames: readonly string[];
  /** Files that do not count. */
  readonly ignoredFiles: readonly string[];
}

/** Sees changes of files until it is closed. */
export interface FileWatch {
  /**
   * Waits until something has changed since the last answer and then nothing for a moment, since programs write several
   * files at once. Returns the paths, sorted.
   */
  next(): Promise<readonly string[]>;
  close(): void;
}

/** A stream to write to. */
export interface OutputPort {
  readonly isTerminal: boolean;
  /** The width of the terminal; undefined if this is not one, or its width is not known. */
  readonly columns?: number | undefined;
  /** Whether its reader was gone when something was written, so that nobody has read it. */
  readonly isClosed?: boolean;
  write(text: string): void;
}

/** How a program that was run ended. */
export type ProcessResult =
  | { readonly kind: 'exited'; readonly code: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'killed'; readonly signal: string; readonly stderr: string }
  | { readonly kind: 'timed-out'; readonly stderr: string }
  /** The program is not on an absolute entry of the search path, or cannot be run. */
  | { readonly kind: 'not-found' };

/** How to run a program. */
export interface ProcessOptions {
  /** The working directory. Defaults to that of this program. */
  readonly cwd?: string;
  /** The whole environment of the program. Nothing is inherited from this program. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds after which the program is killed. */
  readonly timeout: number;
  /** Whether the user sees its standard error while it runs, and may answer it. */
  readonly isInteractive?: boolean;
  /** Kills the program when its answer is no longer needed. */
  readonly signal?: AbortSignal;
}

/** Runs other programs. */
export interface ProcessesPort {
  /**
   * Runs a program to its end, without a shell: every argument is passed literally. The program is found on the
   * absolute entries of the search path in `env`, and starts other programs by those only. The caller makes sure that no
   * argument can be mistaken for an option. Output beyond 10 MiB is a failure: the program is killed and the result
   * is `killed`. The program does not outlive this one, unless this one ends by SIGKILL. The same holds for the
   * processes that it started, on systems with process groups.
   */
  run(argv: readonly [program: string, ...args: string[]], options: ProcessOptions): Promise<ProcessResult>;
}

/** A second thread of this program. */
export interface SecondCore {
  /** The size in bytes from which a thread pays off. Smaller inputs are read before it has started. */
  readonly worthwhile: number;
  /**
   * Counts the half of a backtest in the thread, as `commands/gateway/count-half.ts` does. Arguments and result are
   * copied, so they are plain data.
   * @param signal ends the thread when its answer is no longer needed
   * @throws whatever stops the thread before its end
   */
  countHalf(half: unknown, signal: AbortSignal): Promise<unknown>;
}

/**
 * Plans calls in a thread that can be stopped, as `commands/live/plan-calls.ts` does. Task and answer are copied, so they
 * are plain data. The answer is `timeout` or `out-of-memory` if the thread was stopped for that.
 * @throws the reason of the signal
 */
export type Planner = (
  task: unknown,
  limits: { readonly timeout: number; readonly signal: AbortSignal },
) => Promise<unknown>;
