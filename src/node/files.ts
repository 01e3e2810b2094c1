import {
  type Dirent,
  existsSync,
  lstatSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import type { FilesPort } from '../ports.ts';
import { withEditLock } from './edit-lock.ts';
import {
  deadLinkError,
  editedMeanwhileError,
  existsError,
  linkError,
  readTwiceError,
  targetIsInputError,
} from './file-errors.ts';
import { removeLeftovers } from './leftovers.ts';
import { piecesFrom } from './line-parts.ts';
import { linesOf } from './lines.ts';
import { plainFile } from './plain-file.ts';
import {
  explainReading,
  filePieces,
  hasByteOrderMark,
  readInput,
  readInputBytes,
  readRegularFile,
} from './read-file.ts';
import { withScratchFolder } from './scratch-folder.ts';
import { explainWriting, isCode, placeNew, writeBeside } from './write-beside.ts';
import { checkTogether, writeTogether } from './write-together.ts';

/** The real file system. Synchronous: a command reads a few files once, and this starts faster. */
export function nodeFiles(): FilesPort {
  const read = new Set<string>();
  return {
    readText(path) {
      if (path === '-' && read.has(path)) throw readTwiceError();
      read.add(path);
      return readInput(path);
    },

    readFile(path) {
      read.add(path);
      return readRegularFile(path);
    },

    readLines(path, part) {
      if (path === '-' && read.has(path)) throw readTwiceError();
      read.add(path);
      const from = part && 'from' in part ? part.from : 0;
      return linesOf(path, from > 0 ? piecesFrom(path, from) : filePieces(path), part);
    },

    plainFile,

    readBytes(path) {
      if (path === '-' && read.has(path)) throw readTwiceError();
      read.add(path);
      return readInputBytes(path);
    },

    listFolder(path) {
      if (!isFolder(path)) return null;
      const entries = explainReading(path, () => readdirSync(path, { recursive: true, withFileTypes: true }));
      const link = entries.find((entry) => entry.isSymbolicLink());
      if (link) throw linkError(join(link.parentPath, link.name));
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
        // /dev/stdout and other open descriptors are written at their current position
        if (/^\/(dev|proc)\//.test(path)) return writeFileSync(path, text, { flag: 'a' });
        const target = targetOf(path, read);
        const stats = statSync(target, { throwIfNoEntry: false });
        // a named pipe cannot be renamed onto
        if (stats && !stats.isFile()) writeFileSync(target, text);
        else writeBeside(target, text, renameSync, stats?.mode);
      });
    },

    writeNew(path, text) {
      if (existsSync(path)) throw existsError(path);
      explainWriting(path, () => writeBeside(path, text, placeNew));
    },

    writeTogether(files) {
      writeTogether(targetsOf(files, read));
    },

    checkTogether(files) {
      checkTogether(targetsOf(files, read));
    },

    withScratchFolder,

    isReadableByOthers(path) {
      if (path === '-' || process.platform === 'win32') return false;
      return explainReading(path, () => (statSync(path).mode & 0o077) !== 0);
    },

    replaceText(path, before, after) {
      if (before === undefined) return this.writeNew(path, after);
      explainWriting(path, () => {
        const target = realpathSync(path);
        withEditLock(target, () => {
          removeLeftovers(target);
          if (readRegularFile(target) !== before) throw editedMeanwhileError(path);
          const text = hasByteOrderMark(target) ? `\ufeff${after}` : after;
          writeBeside(target, text, renameSync, statSync(target).mode, true);
        });
      });
    },
  };
}

/** Resolves the targets of files. @throws InputError if one must not be replaced */
function targetsOf<T extends { readonly path: string }>(
  files: readonly T[],
  inputs: ReadonlySet<string>,
): (T & { readonly target: string })[] {
  return files.map((file) => ({
    ...file,
    target: explainWriting(file.path, () => targetOf(file.path, inputs)),
  }));
}

/** Resolves the file that a path leads to. @throws InputError if it must not be replaced */
function targetOf(path: string, inputs: ReadonlySet<string>): string {
  const isThere = existsSync(path);
  if (!isThere && lstatSync(path, { throwIfNoEntry: false })) throw deadLinkError(path);
  // a link keeps pointing to the file it names
  const target = isThere ? realpathSync(path) : path;
  if ([...inputs].some((input) => existsSync(input) && realpathSync(input) === target))
    throw targetIsInputError(path);
  return target;
}

/** Whether a path is a folder. False also if it cannot be inspected: reading it reports why. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
