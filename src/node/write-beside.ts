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
import { alreadyThere } from './file-errors.ts';
import { piecesOf } from './pieces.ts';
import { reasonOf } from './reasons.ts';

/** How many names are tried for a temporary file. */
const MOST_ATTEMPTS = 100;

/**
 * Writes a file whole or not at all: a temporary file beside it, which `place` then puts in its place.
 * @param mode the permissions of the file that is replaced: a private report stays private
 * @param isPrecious whether the bytes must be on the disk before the old file goes: what people wrote, unlike a
 *   report, cannot be made again
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

/** Writes a file beside the target under a name that nobody has: one may be left of a run that was killed. */
export function writeTemporary(path: string, text: string, mode: number, isPrecious: boolean): string {
  for (let attempt = 0; ; attempt++) {
    const temporary = `${path}.${process.pid}-${attempt}.tmp`;
    let isOurs = false;
    try {
      const file = openSync(temporary, 'wx', mode & 0o777);
      isOurs = true;
      try {
        for (const piece of piecesOf(text)) writeFileSync(file, piece);
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

/** How systems say that a file cannot have a second name: FAT and some shared folders know no hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Gives a file a second name, or where it can have none a copy by that name. One that is there already is an error. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!NO_LINKS.some((code) => isCode(error, code))) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

/**
 * Puts a file in a place that must be free: other than a rename this fails when the name has been taken meanwhile.
 * @throws InputError that calls it by `path`
 */
export function placeNew(from: string, to: string, path = to): void {
  try {
    linkOrCopy(from, to);
  } catch (error) {
    throw isCode(error, 'EEXIST') ? alreadyThere(path) : error;
  }
}

/** Makes an error of the system one that names the file and says what to do. */
export function explainWriting<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError({ file: path, message: `cannot be written: ${reasonOf(error)}` });
  }
}

/** Whether the system gave this code for its error. */
export function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
