import {
  closeSync,
  type Dirent,
  existsSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { InputError } from '../errors.ts';
import type { FilesPort } from '../ports.ts';
import { alreadyThere, isInput, isLink, leadsNowhere, readTwice } from './file-errors.ts';
import { explainReading, readInput, readRegularFile } from './read-file.ts';
import { reasonOf } from './reasons.ts';

/** How many names are tried for a temporary file. */
const MOST_ATTEMPTS = 100;

/** The real file system. Synchronous: a command reads a few files once, and this starts faster. */
export function nodeFiles(): FilesPort {
  const read = new Set<string>();
  return {
    readText(path) {
      if (path === '-' && read.has(path)) throw readTwice();
      read.add(path);
      return readInput(path);
    },

    readFile(path) {
      read.add(path);
      return readRegularFile(path);
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

/** False also for what cannot be looked at: reading it says why. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
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
