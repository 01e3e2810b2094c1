import { constants, isAscii, isUtf8 } from 'node:buffer';
import {
  closeSync,
  type Dirent,
  existsSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { InputError } from '../errors.ts';
import type { FilesPort } from '../ports.ts';
import { reasonOf } from './reasons.ts';

/** The file descriptor that the path `-` stands for. */
const STANDARD_INPUT = 0;

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

    writeWhole(path, text) {
      explainWriting(path, () => {
        // a link keeps pointing to the file it names
        const target = existsSync(path) ? realpathSync(path) : path;
        if ([...read].some((input) => existsSync(input) && realpathSync(input) === target))
          throw isInput(path);
        // a device or a pipe cannot be renamed onto
        if (existsSync(target) && !lstatSync(target).isFile()) writeFileSync(target, text);
        else writeBeside(target, text, renameSync);
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
  if (bytes.length > constants.MAX_STRING_LENGTH) throw tooLong(path, bytes.length);
  if (isAscii(bytes)) return bytes.toString('latin1', start);
  if (!isUtf8(bytes)) throw notUtf8(path, bytes);
  return bytes.toString('utf8', start);
}

function readBytes(path: string): Buffer {
  return explainReading(path, () => readFileSync(path === '-' ? STANDARD_INPUT : path));
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
    throw new InputError({ file: path, message: `cannot be read: ${reasonOf(error)}` });
  }
}

function writeBeside(path: string, text: string, place: (from: string, to: string) => void): void {
  const temporary = writeTemporary(path, text);
  try {
    place(temporary, path);
  } catch (error) {
    throw isCode(error, 'EEXIST') ? alreadyThere(path) : error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Writes a file beside the target under a name that nobody has: one may be left of a run that was killed. */
function writeTemporary(path: string, text: string): string {
  for (let attempt = 0; ; attempt++) {
    const temporary = `${path}.${process.pid}-${attempt}.tmp`;
    let isOurs = false;
    try {
      const file = openSync(temporary, 'wx');
      isOurs = true;
      try {
        writeFileSync(file, text);
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

function readTwice(): InputError {
  return new InputError({
    file: '-',
    message: 'is read twice',
    help: 'it can be one input only; name a file for the other',
  });
}

function isInput(path: string): InputError {
  return new InputError({
    file: path,
    message: 'is an input of this command, and is left as it is',
    help: 'name another file for the output',
  });
}

function alreadyThere(path: string): InputError {
  return new InputError({
    file: path,
    message: 'already exists, and is left as it is',
    help: 'name another file, or move this one away',
  });
}

function tooLong(path: string, bytes: number): InputError {
  const megabytes = (count: number) => `${Math.round(count / 2 ** 20)} MiB`;
  return new InputError({
    file: path,
    message: `is ${megabytes(bytes)} long; this Node reads at most ${megabytes(constants.MAX_STRING_LENGTH)}`,
    help: 'split the file',
  });
}

function notUtf8(path: string, bytes: Buffer): InputError {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return new InputError({
    file: path,
    ...(!isUtf16 && { position: firstInvalid(bytes) }),
    message: `is ${isUtf16 ? 'UTF-16' : 'not valid UTF-8'}`,
    help: 'save the file as UTF-8',
  });
}

/** Line and column of the first byte that is no UTF-8. */
function firstInvalid(bytes: Buffer): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(0x0a, start);
    const row = bytes.subarray(start, end === -1 ? bytes.length : end);
    if (end === -1 || !isUtf8(row)) {
      let valid = row.length;
      while (valid > 0 && !isUtf8(row.subarray(0, valid))) valid--;
      return { line, column: row.subarray(0, valid).toString('utf8').length + 1 };
    }
    line += 1;
    start = end + 1;
  }
}
