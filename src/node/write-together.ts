import { linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FileToWrite } from '../ports.ts';
import { alreadyThere, isNotRegular, writtenTwice } from './file-errors.ts';
import { explainWriting, isCode, writeTemporary } from './write-beside.ts';

/** A file to write, and the file behind its links. */
interface Target extends FileToWrite {
  readonly target: string;
}

/** Undoes one step of writing; nothing that it does may fail for a reason that has not failed before. */
type Undo = () => void;

/**
 * Writes several files, all or none. First all temporary files, which is where nearly everything that can fail
 * fails; then each takes its place, while a second name keeps the file that was there.
 * @throws InputError after everything is as it was
 */
export function writeTogether(files: readonly Target[]): void {
  refuseUnfit(files);
  const undo: Undo[] = [];
  const cleanUp: Undo[] = [];
  try {
    const temporaries = files.map((file) => {
      const { path, target, text, isPrivate = false } = file;
      const mode = isPrivate ? 0o600 : (modeOf(target) ?? 0o666);
      const temporary = explainWriting(path, () => writeTemporary(target, text, mode, false));
      cleanUp.push(() => rmSync(temporary, { force: true }));
      return { ...file, temporary };
    });
    for (const file of temporaries) explainWriting(file.path, () => place(file, undo, cleanUp));
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  } finally {
    for (const step of cleanUp) step();
  }
}

function refuseUnfit(files: readonly Target[]): void {
  const seen = new Set<string>();
  for (const { path, target, isNew = false } of files) {
    const stats = explainWriting(path, () => statSync(target, { throwIfNoEntry: false }));
    if (stats && isNew) throw alreadyThere(path);
    if (stats && !stats.isFile()) throw isNotRegular(path);
    const whole = resolve(target);
    if (seen.has(whole)) throw writtenTwice(path);
    seen.add(whole);
  }
}

function place(file: Target & { readonly temporary: string }, undo: Undo[], cleanUp: Undo[]): void {
  const { path, target, temporary, isNew = false } = file;
  if (isNew) {
    try {
      // a hard link, other than a rename, fails when the name has been taken meanwhile
      linkSync(temporary, target);
    } catch (error) {
      throw isCode(error, 'EEXIST') ? alreadyThere(path) : error;
    }
    undo.push(() => rmSync(target, { force: true }));
    return;
  }
  const before = `${temporary}.old`;
  if (modeOf(target) === undefined) {
    undo.push(() => rmSync(target, { force: true }));
  } else {
    linkSync(target, before);
    cleanUp.push(() => rmSync(before, { force: true }));
    undo.push(() => renameSync(before, target));
  }
  renameSync(temporary, target);
}

function modeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mode;
}
