import { constants, isAscii, isUtf8 } from 'node:buffer';
import {
  type Dirent,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../errors.ts';
import type { FilesPort } from '../ports.ts';
import { reasonOf } from './reasons.ts';

/** The file descriptor that the path `-` stands for. */
const STANDARD_INPUT = 0;

/** The real file system. Synchronous: a command reads a few files once, and this starts faster. */
export const nodeFiles: FilesPort = {
  readText(path) {
    const bytes = readBytes(path);
    const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    if (bytes.length > constants.MAX_STRING_LENGTH) throw tooLong(path, bytes.length);
    if (isAscii(bytes)) return bytes.toString('latin1', start);
    if (!isUtf8(bytes)) throw notUtf8(path, bytes);
    return bytes.toString('utf8', start);
  },

  listFolder(path) {
    if (!isFolder(path)) return null;
    const entries = explainReading(path, () => readdirSync(path, { recursive: true, withFileTypes: true }));
    const pathsOf = (isWanted: (entry: Dirent) => boolean) =>
      entries
        .filter(isWanted)
        .map((entry) => join(entry.parentPath, entry.name))
        .sort();
    return {
      files: pathsOf((entry) => entry.isFile()),
      folders: pathsOf((entry) => entry.isDirectory()),
    };
  },

  writeWhole(path, text) {
    // a device or a pipe cannot be renamed onto; a link keeps pointing to the file it names
    const target = existsSync(path) ? realpathSync(path) : path;
    if (existsSync(target) && !lstatSync(target).isFile())
      return explainWriting(path, () => writeFileSync(target, text));
    explainWriting(path, () => writeBeside(target, text, renameSync));
  },

  writeNew(path, text) {
    if (existsSync(path)) throw alreadyThere(path);
    // a hard link, other than a rename, fails when the name has been taken meanwhile
    explainWriting(path, () => writeBeside(path, text, linkSync));
  },
};

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
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: 'wx' });
    place(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function explainWriting(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw alreadyThere(path);
    throw new InputError({ file: path, message: `cannot be written: ${reasonOf(error)}` });
  }
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
