import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { InputError } from '../errors.ts';
import { existsError } from './file-errors.ts';
import { textPieces } from './pieces.ts';
import { reasonOf } from './reasons.ts';

/** The most names that are tried for a temporary file. */
const MOST_ATTEMPTS = 100;

/**
 * Writes a file whole or not at all: to a temporary file next to it, which `place` then moves to the target.
 * @param mode the permissions of the replaced file: a private report stays private
 * @param isPrecious whether the bytes must be on the disk before the old file goes: an authored file, unlike a
 *   report, cannot be generated again
 */
export function writeBeside(
  path: string,
  text: string,
  place: (from: string, to: string) => void,
  mode = 0o666,
  isPrecious = false,
): void {
  const temporary = writeTemporary(path, text, mode, isPrecious);
  try {
    place(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Writes a file next to the target under an unused name: a killed run may have left a file there. */
export function writeTemporary(path: string, text: string, mode: number, isPrecious: boolean): string {
  for (let attempt = 0; ; attempt++) {
    const temporary = `${path}.${process.pid}-${attempt}.tmp`;
    let isOurs = false;
    try {
      const file = openSync(temporary, 'wx', mode & 0o777);
      isOurs = true;
      try {
        for (const piece of textPieces(text)) writeFileSync(file, piece);
        if (isPrecious) fsyncSync(file);
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

/** The errors of file systems without hard links: FAT and some shared folders. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Gives a file a second name or, without hard links, makes a copy with that name. Fails if the name exists. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!NO_LINKS.some((code) => isCode(error, code))) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

/**
 * Moves a file to a path that must be unused: unlike a rename, this fails if the name was taken meanwhile.
 * @throws InputError that names the file `path`
 */
export function placeNew(from: string, to: string, path = to): void {
  try {
    linkOrCopy(from, to);
  } catch (error) {
    throw isCode(error, 'EEXIST') ? existsError(path) : error;
  }
}

/** Turns an error of the system into an {@link InputError} that names the file and the reason. */
export function explainWriting<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError({ file: path, message: `cannot be written: ${reasonOf(error)}` });
  }
}

/** Whether an error of the system has this code. */
export function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
