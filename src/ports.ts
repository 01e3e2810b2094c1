/** Everything the program needs from the outside world. Nothing below main reaches for it directly. */
export interface Ports {
  /** The arguments after the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: OutputPort;
  readonly stderr: OutputPort;
  readonly files: FilesPort;
  readonly processes: ProcessesPort;
  /** Another core for a part of long work; undefined where there is none to be had. */
  readonly secondCore?: () => SecondCore | undefined;
  /** The system clock, in milliseconds since the epoch. Read only through `time/clock.ts`. */
  readonly systemTime: () => number;
  /**
   * Calls `listener` when the user or the system asks the program to end: Ctrl-C, SIGTERM, a closed terminal. Until the
   * returned function is called the program does not end by itself then, so that it can put away what it has started.
   */
  readonly onInterrupt: (listener: () => void) => () => void;
}

/** Paths as they would be opened, sorted. Links are not followed. */
export interface FolderListing {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** What lies directly in a folder. */
export interface FolderEntry {
  readonly name: string;
  /** False for a link, wherever it leads: whoever walks down folders must not be led away or in a circle. */
  readonly isFolder: boolean;
}

export interface OutputPort {
  readonly isTerminal: boolean;
  write(text: string): void;
}

/** How a program that was run ended. */
export type ProcessResult =
  | { readonly kind: 'exited'; readonly code: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'killed'; readonly signal: string; readonly stderr: string }
  | { readonly kind: 'timed-out'; readonly stderr: string }
  /** There is no such program on the search path, or it cannot be run. */
  | { readonly kind: 'not-found' };

export interface ProcessOptions {
  /** The folder in which it runs; this program's own when left out. */
  readonly cwd?: string;
  /** All variables that it gets: nothing of this program's own environment comes by itself. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds after which it is ended. */
  readonly timeout: number;
  /** Whether a person sees what it says on standard error while it runs, and may answer it. */
  readonly isInteractive?: boolean;
  /** Ends it when its answer is no longer wanted. */
  readonly signal?: AbortSignal;
}

export interface ProcessesPort {
  /**
   * Runs a program to its end, without a shell: an argument is an argument, whatever it holds. The caller sees to it
   * that none can be taken for an option. What it prints beyond 10 MiB counts as a failure: it is ended, `killed`. It does
   * not outlive this program, however that ends, but by SIGKILL; neither does what it has started, where the system has groups.
   */
  run(argv: readonly [program: string, ...args: string[]], options: ProcessOptions): Promise<ProcessResult>;
}

/** Another thread of this program. */
export interface SecondCore {
  /** Input of fewer bytes is read sooner than the thread has started. */
  readonly worthwhile: number;
  /**
   * Counts the half of a backtest there, as `commands/gateway/count-half.ts` does. What goes there and comes back is copied,
   * so it is plain data: what comes back is what that gives.
   * @param signal ends the thread when its answer is no longer wanted
   * @throws whatever keeps the thread from its end
   */
  countHalf(half: unknown, signal: AbortSignal): Promise<unknown>;
}

/** A part of the lines of a {@link PlainFile}; the byte at which it is cut is one of its own, or its end, but not its first. */
export type LinesPart =
  /** The lines that begin at this byte or behind it. */
  | { readonly from: number }
  /** After the lines that begin before this byte it is asked whether the others are wanted. */
  | { readonly until: number; readonly isRestKnown: () => Promise<boolean> };

/** A regular file that is not compressed: its bytes are its lines. */
export interface PlainFile {
  /** In bytes. */
  readonly size: number;
  /** Another one when another file has taken its place. */
  readonly identity: string;
}

/** One of several files that belong together. */
export interface FileToWrite {
  readonly path: string;
  readonly text: string;
  /** Only its owner can read it, from the first moment on. */
  readonly isPrivate?: boolean;
  /** An existing file is an {@link InputError}, and stays as it is. */
  readonly isNew?: boolean;
}

/** How long one line may be, in bytes: a file without line ends must not fill the memory. */
export const LONGEST_LINE = 64 * 2 ** 20;

/** Failures are {@link InputError}s that name the file and say what to do. */
export interface FilesPort {
  /**
   * The whole text behind a path that a person named: a file or a pipe, such as `<(...)` of a shell; `-` is standard
   * input. Input is UTF-8, a byte order mark is dropped; anything else, a folder, a device, a socket, a missing file,
   * or a file longer than the longest string of this Node is an {@link InputError}.
   */
  readText(path: string): string;
  /**
   * The lines of a file in batches, without their ends, in constant memory: files may be larger than any string. One
   * that is compressed with gzip is unpacked. `-` is standard input. Otherwise as {@link readText}; a last line without
   * an end is a line. In place of a line of more than {@link LONGEST_LINE} bytes there is null.
   */
  readLines(path: string, part?: LinesPart): AsyncIterable<readonly (string | null)[]>;
  /** What can be read in parts and more than once; null for anything else, and for what cannot be looked at. */
  plainFile(path: string): PlainFile | null;
  /** The file as it is, byte for byte, for what is hashed. */
  readBytes(path: string): Uint8Array;
  /**
   * As {@link readText} for a path that stands in a file, a suite say: a regular file only. A pipe there would let
   * whoever wrote the suite have the command wait for ever.
   */
  readFile(path: string): string;
  /** Everything in a folder and below; null when the path is no folder. */
  listFolder(path: string): FolderListing | null;
  /** What lies directly in a folder, sorted by name; null when the path is no folder. */
  listEntries(path: string): readonly FolderEntry[] | null;
  /** The absolute path behind all links; null when nothing is there. Names are separated by `/`. */
  realPath(path: string): string | null;
  /**
   * Writes the whole text or nothing: a temporary file beside the target, then a rename. A file that was read
   * as an input is refused.
   */
  writeWhole(path: string, text: string): void;
  /** As {@link writeWhole}, but an existing file is an {@link InputError} and stays as it is. */
  writeNew(path: string, text: string): void;
  /**
   * Writes all of several files, or none: after a failure each of them is as it was. Refuses what {@link writeWhole}
   * refuses, and what is no regular file.
   */
  writeTogether(files: readonly FileToWrite[]): void;
  /**
   * Refuses what {@link writeTogether} would refuse, and writes nothing: before something is done that cannot be undone.
   */
  checkTogether(files: readonly Omit<FileToWrite, 'text'>[]): void;
  /**
   * Lends a folder beside a path, in which other programs may read and write. It is gone, with all that is in it, when
   * `use` ends, however it ends, and when the program is interrupted.
   */
  withScratchFolder<T>(beside: string, use: (folder: string) => Promise<T>): Promise<T>;
  /** Whether others than its owner may read a file; false where the system does not tell. */
  isReadableByOthers(path: string): boolean;
  /**
   * Replaces a file that was read by a new text: for commands that edit in place. Whole or not at all, also when the
   * program is killed. When the file no longer holds the text `before`, somebody else has edited it meanwhile: that is an
   * {@link InputError}, and the file stays as it is; so do edits of several commands at once. A byte order mark is kept.
   * A file that `before` says is not there yet (undefined) is made.
   */
  replaceText(path: string, before: string | undefined, after: string): void;
}
