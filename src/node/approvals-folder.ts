import { type Dirent, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../errors.ts';
import type { ApprovalsFolder } from '../ports.ts';
import { explainReading, readRegularFile } from './read-file.ts';
import { explainWriting, isCode, linkOrCopy, writeTemporary } from './write-beside.ts';

/** Only the owner may see what was held, and decide about it. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/**
 * Opens a folder of approvals. Several programs share it without a lock: a file comes into being whole, under a name that
 * it is the first to have, and never changes.
 * @throws InputError if others may look into the folder, or change it
 */
export function openApprovalsFolder(path: string): ApprovalsFolder {
  const folder: ApprovalsFolder = {
    path,
    names() {
      if (!isThere(path)) return [];
      const entries: Dirent[] = explainReading(path, () => readdirSync(path, { withFileTypes: true }));
      return entries
        .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
        .map(({ name }) => name)
        .sort();
    },
    read(name) {
      const file = join(path, name);
      if (!isFile(file)) return undefined;
      try {
        return readRegularFile(file);
      } catch (error) {
        // another program may have cleared it away meanwhile
        if (!isFile(file)) return undefined;
        throw error;
      }
    },
    create(name, text) {
      make(path);
      const file = join(path, name);
      return explainWriting(file, () => createWhole(file, text));
    },
    remove(name) {
      const file = join(path, name);
      explainWriting(file, () => rmSync(file, { force: true }));
    },
    // loaded on the first use: every start would pay for the library
    chance: () => process.getBuiltinModule('node:crypto').randomBytes(4).toString('hex'),
  };
  isThere(path);
  return folder;
}

/** Creates a file with its whole text; false if the name is taken. */
function createWhole(file: string, text: string): boolean {
  const temporary = writeTemporary(file, text, PRIVATE_FILE, true);
  try {
    // unlike a rename, a link never takes the place of another file: the first one wins
    linkOrCopy(temporary, file);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function make(path: string): void {
  if (isThere(path)) return;
  explainWriting(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    try {
      mkdirSync(path, { mode: PRIVATE_FOLDER });
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
  });
  isThere(path);
}

/** Whether the folder is there. @throws InputError if there is something else, or others have access to it */
function isThere(path: string): boolean {
  const stats = explainReading(path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (!stats) return false;
  if (!stats.isDirectory()) {
    throw new InputError({
      file: path,
      message: 'is not a folder',
      help: 'name a folder for --approvals-dir, or one that is not there yet; a link is not followed',
    });
  }
  const user = process.getuid?.();
  if (user === undefined) return true;
  if (stats.uid !== user || (stats.mode & 0o077) !== 0) {
    throw new InputError({
      file: path,
      message: stats.uid === user ? 'can be opened by other users' : 'belongs to another user',
      help: 'approvals need a folder of your own that only you can open: `chmod 700` it, or name another one',
    });
  }
  return true;
}

function isFile(path: string): boolean {
  return explainReading(path, () => lstatSync(path, { throwIfNoEntry: false }))?.isFile() ?? false;
}
