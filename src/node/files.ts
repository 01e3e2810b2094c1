import {
  type BigIntStats,
  type Dirent,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import type { FilesPort } from '../ports.ts';
import { openAuditFile } from './audit-file.ts';
import { openDraft } from './draft.ts';
import { withEditLock } from './edit-lock.ts';
import {
  deadLinkError,
  editedMeanwhileError,
  existsError,
  linkError,
  notAFileError,
  readTwiceError,
  targetIsInputError,
} from './file-errors.ts';
import { InputFiles } from './input-files.ts';
import { removeLeftovers } from './leftovers.ts';
import { piecesFrom } from './line-parts.ts';
import { linesOf } from './lines.ts';
import { isZipFile, plainFile } from './plain-file.ts';
import {
  explainReading,
  filePieces,
  hasByteOrderMark,
  readInput,
  readInputBytes,
  readRegularFile,
  toText,
} from './read-file.ts';
import { receiveInput } from './receive-input.ts';
import { removeFiles, replaceFolder } from './replace-folder.ts';
import { withScratchFolder } from './scratch-folder.ts';
import { sha256 } from './sha256.ts';
import { explainWriting, isCode, placeNew, writeBeside } from './write-beside.ts';
import { standardStream, writeAll, writeToStream } from './write-stream.ts';
import { checkTogether, writeTogether } from './write-together.ts';

/** The real file system. Synchronous: a command reads a few files once, and this starts faster. */
export function nodeFiles(): FilesPort {
  const read = new InputFiles();
  return {
    readText(path) {
      if (read.isReadUp(path)) throw readTwiceError(path);
      read.add(path);
      return readInput(path);
    },

    readHashed(path) {
      if (read.isReadUp(path)) throw readTwiceError(path);
      read.add(path);
      const bytes = readInputBytes(path);
      return { text: toText(path, bytes), sha256: sha256(bytes) };
    },

    readFile(path) {
      read.add(path);
      return readRegularFile(path);
    },

    receive: receiveInput,

    readLines(path, part) {
      if (read.isReadUp(path)) throw readTwiceError(path);
      read.add(path);
      const from = part && 'from' in part ? part.from : 0;
      return linesOf(path, from > 0 ? piecesFrom(path, from) : filePieces(path), part);
    },

    plainFile,

    async readArchive(path, use) {
      if (!isZipFile(path)) return null;
      read.add(path);
      const { withArchive } = await import('./archive.ts');
      return withArchive(path, use);
    },

    readBytes(path) {
      if (read.isReadUp(path)) throw readTwiceError(path);
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
        // a pipe, a socket or a device too: reading it waits, or says what it is
        files: pathsOf((entry) => !entry.isDirectory()),
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

    replaceFolder,
    removeFiles,

    makeFolder(path) {
      explainWriting(path, () => mkdirSync(path, { recursive: true }));
    },

    writeWhole(path, text) {
      explainWriting(path, () => {
        const stream = standardStream(path);
        if (stream !== undefined) {
          if (read.includes(fstatSync(stream, { bigint: true }))) throw targetIsInputError(path);
          return writeAll(stream, text);
        }
        const stats = statusOf(path, read);
        if (stats?.isSocket()) throw notAFileError(path, 'a socket');
        // a pipe and a device cannot be replaced
        if (stats && !stats.isFile() && !stats.isDirectory()) return writeToStream(path, text);
        writeBeside(stats ? realpathSync(path) : path, text, renameSync, stats && Number(stats.mode));
      });
    },

    draft: openDraft,

    openAuditFile(path, mostBytes) {
      explainWriting(path, () => statusOf(path, read));
      return openAuditFile(path, mostBytes);
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
  inputs: InputFiles,
): (T & { readonly target: string })[] {
  return files.map((file) => ({
    ...file,
    target: explainWriting(file.path, () => {
      const stats = statusOf(file.path, inputs);
      // a link keeps pointing to the file it names
      return stats?.isFile() ? realpathSync(file.path) : file.path;
    }),
  }));
}

/** Returns what a path leads to, or undefined if nothing is there. @throws InputError if it must not be replaced */
function statusOf(path: string, inputs: InputFiles): BigIntStats | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats && inputs.includes(stats)) throw targetIsInputError(path);
  if (!stats && lstatSync(path, { throwIfNoEntry: false })) throw deadLinkError(path);
  return stats;
}

/** Whether a path is a folder. False also if it cannot be inspected: reading it reports why. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
