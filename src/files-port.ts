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

/** A log to which programs append lines, such as an audit log. */
export interface AuditFile {
  /** Appends a line in one write. @throws InputError if it is not written whole */
  append(line: string): void;
  close(): void;
}

/** What came over standard input: all of it, or why there is no whole input. */
export type Received = { readonly bytes: Uint8Array } | { readonly missing: 'late' | 'too-long' };

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
  /** As {@link readText}, with the SHA-256 of the bytes of the file in hexadecimal: a pipe cannot be read a second time. */
  readHashed(path: string): { readonly text: string; readonly sha256: string };
  /**
   * Reads all of standard input, without waiting longer than it takes: the program at its other end may forget to close
   * it. @throws InputError if it cannot be read
   */
  receive(limits: { readonly mostBytes: number; readonly milliseconds: number }): Promise<Received>;
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
  /**
   * Opens a log for appending, and creates it readable for its owner only. Before a line would make it longer than
   * `mostBytes`, it is renamed, and a new one begins.
   * @throws InputError if it cannot be written, or is not a regular file
   */
  openAuditFile(path: string, mostBytes?: number): AuditFile;
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
  /**
   * Writes a folder whole, or leaves what is there: readers see the old folder or the new one. Folders above it are made.
   * @param texts the text of each file, by its name
   * @param known the names that a folder which is there may have: with any other, it is an {@link InputError} and stays
   */
  replaceFolder(path: string, texts: Readonly<Record<string, string>>, known: readonly string[]): void;
  /**
   * Removes files of a folder, by their names: a link itself, never what it leads to. Other files stay, folders too, and a
   * name that is not there is left out.
   */
  removeFiles(folder: string, names: readonly string[]): void;
}
