import { type FSWatcher, lstatSync, readdirSync, realpathSync, watch } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { InputError } from '../errors.ts';
import type { FileWatch, WatchOptions } from '../ports.ts';
import { reasonOf } from './reasons.ts';
import { isCode } from './write-beside.ts';

/** How long nothing may change before a change is told, in milliseconds. */
const QUIET = 100;

/**
 * Watches files and folders, each folder for itself: a watch of a whole tree would take the folders that are ignored too. A
 * path is watched from the folder that holds it, because editors replace a file with another one.
 * @throws InputError when a folder cannot be watched
 */
export function watchFiles(options: WatchOptions): FileWatch {
  return new Watched(options);
}

class Watched implements FileWatch {
  readonly #folders = new Map<string, FSWatcher>();
  readonly #roots: ReadonlySet<string>;
  readonly #ignoredNames: ReadonlySet<string>;
  readonly #ignoredFiles: ReadonlySet<string>;
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #tell: ((paths: readonly string[]) => void) | undefined;

  constructor({ paths, ignoredNames, ignoredFiles }: WatchOptions) {
    const roots = new Set(paths.flatMap((path) => [resolve(path), targetOf(path)]));
    this.#roots = roots;
    this.#ignoredNames = new Set(ignoredNames);
    this.#ignoredFiles = new Set(ignoredFiles.map((path) => resolve(path)));
    try {
      for (const root of roots) {
        this.#watch(dirname(root));
        if (isFolder(root)) this.#enter(root);
      }
    } catch (error) {
      this.close();
      throw new InputError({
        message: `the files cannot be watched: ${isCode(error, 'ENOSPC') ? 'the system watches too many already' : reasonOf(error)}`,
        help: 'name fewer or other paths with --watch-path',
      });
    }
  }

  next(): Promise<readonly string[]> {
    return new Promise((tell) => {
      this.#tell = tell;
      this.#settle();
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#folders.values()) watcher.close();
    this.#folders.clear();
  }

  /** Watches a folder and all below it that counts. */
  #enter(folder: string): void {
    this.#watch(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && !this.#ignoredNames.has(entry.name)) this.#enter(join(folder, entry.name));
    }
  }

  #watch(folder: string): void {
    if (this.#folders.has(folder)) return;
    const watcher = watch(folder, (_, name) => {
      if (name !== null) this.#see(join(folder, name));
    });
    // it has been removed: what holds it tells that
    watcher.on('error', () => this.#leave(folder));
    this.#folders.set(folder, watcher);
  }

  #leave(folder: string): void {
    this.#folders.get(folder)?.close();
    this.#folders.delete(folder);
  }

  #see(path: string): void {
    if (!this.#counts(path)) return;
    if (this.#folders.has(path)) this.#leave(path);
    try {
      if (isFolder(path)) this.#enter(path);
    } catch {
      // it is gone again, which is a change too
    }
    this.#changed.add(path);
    this.#settle();
  }

  #counts(path: string): boolean {
    if (this.#ignoredFiles.has(path)) return false;
    if (this.#roots.has(path)) return true;
    // a folder that only holds a root is watched for the root alone
    return !this.#ignoredNames.has(basename(path)) && this.#isBelowRoot(dirname(path));
  }

  #isBelowRoot(folder: string): boolean {
    if (this.#roots.has(folder)) return true;
    const above = dirname(folder);
    return above !== folder && !this.#ignoredNames.has(basename(folder)) && this.#isBelowRoot(above);
  }

  #settle(): void {
    clearTimeout(this.#timer);
    if (this.#changed.size === 0 || !this.#tell) return;
    this.#timer = setTimeout(() => {
      const paths = [...this.#changed].sort();
      this.#changed.clear();
      this.#tell?.(paths);
      this.#tell = undefined;
    }, QUIET);
  }
}

/** Returns where a link leads, or the path itself. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** Links are not followed: they may lead in a circle. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
