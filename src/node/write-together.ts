import { accessSync, constants, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Diagnostic } from '../diagnostic.ts';
import { InputError } from '../errors.ts';
import type { FileToWrite } from '../ports.ts';
import { existsError, notRegularError, writtenTwiceError } from './file-errors.ts';
import { reasonOf } from './reasons.ts';
import { explainWriting, linkOrCopy, placeNew, writeTemporary } from './write-beside.ts';

/** The place for a file, with its links resolved. */
type Place = Omit<FileToWrite, 'text'> & { readonly target: string };

/** A file to write, with its links resolved. */
type Target = FileToWrite & Place;

/** A completed step of writing, and how to undo it. */
interface Done {
  readonly path: string;
  readonly undo: () => void;
}

/**
 * Writes several files, all or none. First it writes all temporary files, where nearly every failure happens. Then
 * each takes its place, while a second name keeps the old file.
 * @throws InputError after everything is restored; it also reports what could not be restored
 */
export function writeTogether(files: readonly Target[]): void {
  refuseUnfit(files);
  const done: Done[] = [];
  const olds: string[] = [];
  const temporaries: string[] = [];
  try {
    for (const { path, target, text, isPrivate = false } of files) {
      const mode = isPrivate ? 0o600 : (modeOf(target) ?? 0o666);
      temporaries.push(explainWriting(path, () => writeTemporary(target, text, mode, false)));
    }
    files.forEach((file, index) => {
      const temporary = temporaries[index] as string;
      explainWriting(file.path, () => place(file, temporary, done, olds));
    });
  } catch (error) {
    throw withFailures(error, done.reverse().flatMap(undone));
  } finally {
    temporaries.forEach(removeQuietly);
  }
  olds.forEach(removeQuietly);
}

/** Checks what {@link writeTogether} would refuse before it writes anything. @throws InputError */
export function checkTogether(files: readonly Place[]): void {
  refuseUnfit(files);
  for (const { path, target } of files) {
    explainWriting(path, () => accessSync(dirname(target), constants.W_OK));
  }
}

function refuseUnfit(files: readonly Place[]): void {
  const seen = new Set<string>();
  for (const { path, target, isNew = false } of files) {
    const stats = explainWriting(path, () => statSync(target, { throwIfNoEntry: false }));
    if (stats && isNew) throw existsError(path);
    if (stats && !stats.isFile()) throw notRegularError(path);
    const place = explainWriting(path, () => placeOf(target));
    if (seen.has(place)) throw writtenTwiceError(path);
    seen.add(place);
  }
}

/** Returns what two names of the same place have in common, for a file that exists and for one that does not. */
function placeOf(target: string): string {
  const file = statSync(target, { bigint: true, throwIfNoEntry: false });
  if (file) return `${file.dev}:${file.ino}`;
  return join(realpathSync(dirname(target)), basename(target));
}

function place(
  { path, target, isNew = false }: Target,
  temporary: string,
  done: Done[],
  olds: string[],
): void {
  const remove = () => rmSync(target, { force: true });
  if (isNew) {
    placeNew(temporary, target, path);
    done.push({ path, undo: remove });
    return;
  }
  const before = `${temporary}.old`;
  if (modeOf(target) === undefined) {
    done.push({ path, undo: remove });
  } else {
    linkOrCopy(target, before);
    olds.push(before);
    done.push({
      path,
      undo: () => {
        renameSync(before, target);
        // renaming one name of a file onto another leaves both
        removeQuietly(before);
      },
    });
  }
  renameSync(temporary, target);
}

/** Undoes a step. A failure must not prevent the others from being undone. */
function undone({ path, undo }: Done): Diagnostic[] {
  try {
    undo();
    return [];
  } catch (error) {
    return [{ file: path, message: `could not be restored: ${reasonOf(error)}` }];
  }
}

/** Adds the failures of the undo to the error that caused it. */
function withFailures(error: unknown, failures: readonly Diagnostic[]): unknown {
  if (failures.length === 0 || !(error instanceof InputError)) return error;
  return new InputError([...error.diagnostics, ...failures]);
}

/** Removes a file. A leftover is not a reason to fail, nor to hide why something else failed. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // left over
  }
}

function modeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mode;
}
