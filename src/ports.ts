/** Everything the program needs from the outside world. Code below `main` reaches the outside only through it. */
export interface Ports {
  /** The arguments after the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: OutputPort;
  readonly stderr: OutputPort;
  readonly files: FilesPort;
  readonly processes: ProcessesPort;
  /** Returns a second core for part of a long task, or undefined if the machine has only one. */
  readonly secondCore?: () => SecondCore | undefined;
  /** Plans the calls of a probe in a thread; undefined where there are none. */
  readonly planner?: Planner | undefined;
  /** Watches files; undefined where that is not possible. */
  readonly watch?: ((options: WatchOptions) => FileWatch) | undefined;
  /** The system clock, in milliseconds since the epoch. Read only through `time/clock.ts`. */
  readonly systemTime: () => number;
  /**
   * Calls `listener` when the user or the system asks the program to end: Ctrl-C, SIGTERM, a closed terminal. Until
   * you call the returned function, the program does not end by itself, so it has time to clean up what it started.
   */
  readonly onInterrupt: (listener: () => void) => () => void;
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

/** Paths as they would be opened, sorted: `files` has everything that is no folder. Links are not followed. */
export interface FolderListing {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** An entry directly in a folder. */
export interface FolderEntry {
  readonly name: string;
  /** False for a link, wherever it leads: a caller that walks down folders must not be led away or in a circle. */
  readonly isFolder: boolean;
}

/** A stream to write to. */
export interface OutputPort {
  readonly isTerminal: boolean;
  /** The width of the terminal; undefined if this is not one, or its width is not known. */
  readonly columns?: number | undefined;
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

/** A part of the lines of a {@link PlainFile}. The cut is at a byte after the first, at most at the end of the file. */
export type LinesPart =
  /** The lines that begin at or after this byte. */
  | { readonly from: number }
  /**
   * The lines that begin before this byte, and then the rest, unless `isRestKnown` says that the rest is already
   * known.
   */
  | { readonly until: number; readonly isRestKnown: () => Promise<boolean> };

/** A regular, uncompressed file: its bytes are its lines. */
export interface PlainFile {
  /** In bytes. */
  readonly size: number;
  /** Changes when another file takes its place. */
  readonly identity: string;
}

/** A zip archive, which is open. */
export interface Archive {
  /** The names of its files, in the order of its directory. */
  readonly names: readonly string[];
  /** Returns the text of the file with a name. @throws InputError when it is damaged, encrypted, too long or not UTF-8 */
  readText(name: string): Promise<string>;
}

/** One of several files that belong together. */
export interface FileToWrite {
  readonly path: string;
  readonly text: string;
  /** Only the owner can read the file, from the moment it is created. */
  readonly isPrivate?: boolean;
  /** An existing file is an {@link InputError} and stays unchanged. */
  readonly isNew?: boolean;
}

/** A file that grows while a command works. Nothing is at its path before it is finished. */
export interface Draft {
  /** Adds text. It is in the file when this returns. */
  append(text: string): void;
  /** Returns the lines so far, as {@link FilesPort.readLines} does. */
  lines(): AsyncIterable<readonly (string | null)[]>;
  /** Writes the file whole or not at all: the head, and then what was added. Ends the draft. */
  finish(head: string): void;
  /** Ends the draft without a file. Does nothing after it has ended. */
  discard(): void;
}

/** The longest line, in bytes: a file without line ends must not fill the memory. */
export const LONGEST_LINE = 64 * 2 ** 20;

/** Access to files. Failures are {@link InputError}s that name the file and say what to do. */
export interface FilesPort {
  /**
   * Returns the whole text of a path that the user named: a file, or a pipe such as the `<(...)` of a shell; `-` is
   * standard input. Input is UTF-8, and a byte order mark is dropped. Other encodings, a folder, a device, a socket,
   * a missing file, or a file longer than the longest string of this Node are {@link InputError}s.
   */
  readText(path: string): string;
  /**
   * Returns the lines of a file in batches, without their line ends, in constant memory: a file may be larger than
   * any string. A gzip file is unpacked. `-` is standard input. Otherwise as {@link readText}. A last line without a
   * line end is a line. A line of more than {@link LONGEST_LINE} bytes is returned as null.
   */
  readLines(path: string, part?: LinesPart): AsyncIterable<readonly (string | null)[]>;
  /**
   * Returns a file that can be read in parts and more than once, or null if the path is anything else or cannot be
   * inspected.
   */
  plainFile(path: string): PlainFile | null;
  /**
   * Opens a zip archive until `use` ends, and returns its result; null if the path is not a regular file that begins like
   * an archive.
   */
  readArchive<T>(path: string, use: (archive: Archive) => Promise<T>): Promise<T | null>;
  /** Returns the bytes of a file, for hashing. */
  readBytes(path: string): Uint8Array;
  /**
   * As {@link readText}, for a path that is written in an input file such as a suite. Accepts only a regular file: a
   * pipe would let the author of that file make the command wait forever.
   */
  readFile(path: string): string;
  /** Lists a folder and everything below it; null if the path is not a folder. */
  listFolder(path: string): FolderListing | null;
  /** Lists the entries directly in a folder, sorted by name; null if the path is not a folder. */
  listEntries(path: string): readonly FolderEntry[] | null;
  /** Returns the absolute path with all links resolved, or null if nothing is there. Names are separated by `/`. */
  realPath(path: string): string | null;
  /** Makes a folder, and those above it, unless it is there. */
  makeFolder(path: string): void;
  /**
   * Writes the whole text or nothing: to a temporary file next to the target, which is then renamed. Refuses to
   * overwrite a file that was read as an input.
   */
  writeWhole(path: string, text: string): void;
  /**
   * Begins a file that is written piece by piece, next to its target.
   * @throws InputError if nothing can be written there, or the target is not a regular file
   */
  draft(path: string): Draft;
  /** As {@link writeWhole}, but an existing file is an {@link InputError} and stays unchanged. */
  writeNew(path: string, text: string): void;
  /**
   * Writes several files, or none: after a failure each file is as it was. Refuses what {@link writeWhole} refuses,
   * and a target that is not a regular file.
   */
  writeTogether(files: readonly FileToWrite[]): void;
  /**
   * Checks what {@link writeTogether} would refuse, and writes nothing. Call it before an action that cannot be
   * undone.
   */
  checkTogether(files: readonly Omit<FileToWrite, 'text'>[]): void;
  /**
   * Creates a folder next to a path, in which other programs may read and write. The folder and its contents are
   * removed when `use` ends, also when it throws, and when the program is interrupted.
   */
  withScratchFolder<T>(beside: string, use: (folder: string) => Promise<T>): Promise<T>;
  /** Whether users other than the owner may read a file. False if the system does not tell. */
  isReadableByOthers(path: string): boolean;
  /**
   * Replaces a file that was read, for commands that edit in place. The write is whole or not at all, even if the
   * program is killed. If the file no longer contains the text `before`, someone else has edited it: that is an
   * {@link InputError}, and the file stays unchanged. The same holds for concurrent edits by several commands. A byte
   * order mark is kept. If `before` is undefined, the file is created.
   */
  replaceText(path: string, before: string | undefined, after: string): void;
}
