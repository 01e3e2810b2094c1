import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { foreignFileError } from './file-errors.ts';
import { beforeTheEnd } from './last-acts.ts';
import { textPieces } from './pieces.ts';
import { explainWriting, isCode } from './write-beside.ts';

/** The most names that are tried for a folder. */
const MOST_ATTEMPTS = 100;

/**
 * Writes a folder whole, or leaves what is there. First a new folder is filled next to it, where nearly every failure
 * happens; then the two change places, and the old one goes, file by file: a file that is not known is never removed.
 * @param texts the text of each file, by its name
 * @param known the names that the old folder may have
 * @throws InputError when the old folder has another name, or nothing can be written
 */
export function replaceFolder(
  path: string,
  texts: Readonly<Record<string, string>>,
  known: readonly string[],
): void {
  explainWriting(path, () => {
    const target = existsSync(path) ? realpathSync(path) : path;
    mkdirSync(dirname(target), { recursive: true });
    const fresh = freeFolder(target);
    const remove = () => rmSync(fresh, { recursive: true, force: true });
    const callOff = beforeTheEnd(remove);
    try {
      for (const [name, text] of Object.entries(texts)) {
        writeFileSync(join(fresh, name), '');
        for (const piece of textPieces(text)) writeFileSync(join(fresh, name), piece, { flag: 'a' });
      }
      if (!existsSync(target)) return renameSync(fresh, target);
      refuseOthers(path, target, known);
      const old = `${fresh}.old`;
      renameSync(target, old);
      try {
        renameSync(fresh, target);
      } catch (error) {
        renameSync(old, target);
        throw error;
      }
      // nothing but what was there a moment ago, and is known
      for (const name of readdirSync(old)) if (known.includes(name)) rmSync(join(old, name));
      rmdirSync(old);
    } finally {
      callOff();
      remove();
    }
  });
}

/** Removes files and links of a folder, by their names. Folders of these names stay. @throws InputError */
export function removeFiles(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(folder, name);
    explainWriting(path, () => {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats && !stats.isDirectory()) rmSync(path, { force: true });
    });
  }
}

/** @throws InputError when the folder has a file that nobody knows */
function refuseOthers(path: string, target: string, known: readonly string[]): void {
  const [other] = readdirSync(target, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || !known.includes(entry.name))
    .map(({ name }) => name)
    .sort();
  if (other !== undefined) throw foreignFileError(path, other);
}

/** Makes a folder next to the target under an unused name: a killed run may have left one there. */
function freeFolder(target: string): string {
  for (let attempt = 0; ; attempt++) {
    const folder = `${target}.${process.pid}-${attempt}.tmp`;
    try {
      mkdirSync(folder);
      return folder;
    } catch (error) {
      if (!isCode(error, 'EEXIST') || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}
