/** Everything the program needs from the outside world. Nothing below main reaches for it directly. */
export interface Ports {
  /** The arguments after the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: OutputPort;
  readonly stderr: OutputPort;
  readonly files: FilesPort;
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

/** Failures are {@link InputError}s that name the file and say what to do. */
export interface FilesPort {
  /**
   * The whole file as text; `-` is standard input. Input is UTF-8, a byte order mark is dropped; anything else, a folder, a missing
   * file, or a file longer than the longest string of this Node is an {@link InputError}.
   */
  readText(path: string): string;
  /**
   * The lines of a file in batches, without their ends, in constant memory: files may be larger than any string. One
   * that is compressed with gzip is unpacked. `-` is standard input. Otherwise as {@link readText}; a last line without
   * an end is a line, and a line longer than a string may be is an {@link InputError}.
   */
  readLines(path: string): AsyncIterable<readonly string[]>;
  /** The file as it is, byte for byte, for what is hashed. */
  readBytes(path: string): Uint8Array;
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
   * Replaces a file that was read by a new text: for commands that edit in place. Whole or not at all, also when the
   * program is killed. When the file no longer holds the text `before`, somebody else has edited it meanwhile: that is an
   * {@link InputError}, and the file stays as it is. A file that `before` says is not there yet (undefined) is made.
   */
  replaceText(path: string, before: string | undefined, after: string): void;
}
