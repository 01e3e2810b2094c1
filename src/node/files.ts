import { isAscii, isUtf8 } from 'node:buffer';
import {
  closeSync,
  type Dirent,
  existsSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { InputError } from '../errors.ts';
import type { FilesPort } from '../ports.ts';
import {
  alreadyThere,
  isInput,
  isLink,
  LONGEST,
  leadsNowhere,
  notUtf8,
  readTwice,
  tooLong,
} from './file-errors.ts';
import { piecesOf } from './pieces.ts';
import { reasonOf } from './reasons.ts';

/** The file descriptor that the path `-` stands for. */
const STANDARD_INPUT = 0;

/** How much of a pipe is read at once. */
const PIECE = 65_536;

/** How many names are tried for a temporary file. */
const MOST_ATTEMPTS = 100;

/** The real file system. Synchronous: a command reads a few files once, and this starts faster. */
export function nodeFiles(): FilesPort {
  const read = new Set<string>();
  return {
    readText(path) {
      if (path === '-' && read.has(path)) throw readTwice();
      read.add(path);
      return toText(path, readBytes(path));
    },

    listFolder(path) {
      if (!isFolder(path)) return null;
      const entries = explainReading(path, () => readdirSync(path, { recursive: true, withFileTypes: true }));
      const link = entries.find((entry) => entry.isSymbolicLink());
      if (link) throw isLink(join(link.parentPath, link.name));
      const pathsOf = (isWanted: (entry: Dirent) => boolean) =>
        entries
          .filter(isWanted)
          .map((entry) => join(entry.parentPath, entry.name).replaceAll(sep, '/'))
          .sort();
      return {
        files: pathsOf((entry) => entry.isFile()),
        folders: pathsOf((entry) => entry.isDirectory()),
      };
    },

    listEntries(path) {
      if (!isFolder(path)) return null;
      return explainReading(path, () => readdirSync(path, { withFileTypes: true }))
        .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    },

    realPath(path) {
      return explainReading(path, () => {
        try {
          return realpathSync(path).replaceAll(sep, '/');
        } catch (error) {
          if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].some((code) => isCode(error, code))) return null;
          throw error;
        }
      });
    },

    writeWhole(path, text) {
      explainWriting(path, () => {
        // what is open already, /dev/stdout among it, is written to where it stands
        if (/^\/(dev|proc)\//.test(path)) return writeFileSync(path, text, { flag: 'a' });
        const isThere = existsSync(path);
        if (!isThere && lstatSync(path, { throwIfNoEntry: false })) throw leadsNowhere(path);
        // a link keeps pointing to the file it names
        const target = isThere ? realpathSync(path) : path;
        if ([...read].some((input) => existsSync(input) && realpathSync(input) === target)) {
          throw isInput(path);
        }
        const stats = statSync(target, { throwIfNoEntry: false });
        // a named pipe cannot be renamed onto
        if (stats && !stats.isFile()) writeFileSync(target, text);
        else writeBeside(target, text, renameSync, stats?.mode);
      });
    },

    writeNew(path, text) {
      if (existsSync(path)) throw alreadyThere(path);
      // a hard link, other than a rename, fails when the name has been taken meanwhile
      explainWriting(path, () => writeBeside(path, text, linkSync));
    },
  };
}

function toText(path: string, bytes: Buffer): string {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  if (isAscii(bytes)) return bytes.toString('latin1', start);
  if (!isUtf8(bytes)) throw notUtf8(path, bytes);
  return bytes.toString('utf8', start);
}

function readBytes(path: string): Buffer {
  return explainReading(path, () => {
    const file = path === '-' ? STANDARD_INPUT : openSync(path, 'r');
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) return readStream(path, file);
      if (stats.size > LONGEST) throw tooLong(path);
      return readFileSync(file);
    } finally {
      if (file !== STANDARD_INPUT) closeSync(file);
    }
  });
}

/** Reads what tells no size, a pipe or a device; some never end. */
function readStream(path: string, file: number): Buffer {
  const pieces: Buffer[] = [];
  let length = 0;
  for (;;) {
    const piece = Buffer.allocUnsafe(PIECE);
    const count = readSync(file, piece);
    if (count === 0) return Buffer.concat(pieces);
    length += count;
    if (length > LONGEST) throw tooLong(path);
    pieces.push(piece.subarray(0, count));
  }
}

/** False also for what cannot be looked at: reading it says why. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function explainReading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError({ file: path, message: `cannot be read: ${reasonOf(error)}` });
  }
}

/** @param mode the permissions of the file that is replaced: a private report stays private */
function writeBeside(
  path: string,
  text: string,
  place: (from: string, to: string) => void,
  mode = 0o666,
): void {
  const temporary = writeTemporary(path, text, mode);
  try {
    place(temporary, path);
  } catch (error) {
    throw isCode(error, 'EEXIST') ? alreadyThere(path) : error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Writes a file beside the target under a name that nobody has: one may be left of a run that was killed. */
function writeTemporary(path: string, text: string, mode: number): string {
  for (let attempt = 0; ; attempt++) {
    const temporary = `${path}.${process.pid}-${attempt}.tmp`;
    let isOurs = false;
    try {
      const file = openSync(temporary, 'wx', mode & 0o777);
      isOurs = true;
      try {
        for (const piece of piecesOf(text)) writeFileSync(file, piece);
      } finally {
        closeSync(file);
      }
      return temporary;
    } catch (error) {
      if (isOurs) rmSync(temporary, { force: true });
      if (isOurs || !isCode(error, 'EEXIST') || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

function explainWriting(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError({ file: path, message: `cannot be written: ${reasonOf(error)}` });
  }
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
