import { type BigIntStats, fstatSync, statSync } from 'node:fs';

/**
 * The files that a command has read, which its outputs must not replace. A file is compared by what it is, not by its
 * name: a link, a hard link, another letter case and `/proc/self/fd/3` are other names of the same file.
 */
export class InputFiles {
  readonly #paths = new Set<string>();

  add(path: string): void {
    this.#paths.add(path);
  }

  /** Whether a path leads to standard input or a pipe that was read, so that nothing is left of it. */
  isReadUp(path: string): boolean {
    if (path === '-' && this.#paths.has(path)) return true;
    const file = statusOf(path);
    return file?.isFIFO() === true && this.includes(file);
  }

  /** Whether a file is one of those that were read. Devices do not count: a terminal is both read and written. */
  includes(file: BigIntStats): boolean {
    if (!file.isFile() && !file.isFIFO()) return false;
    return [...this.#paths].some((path) => {
      const input = statusOf(path);
      return input !== undefined && input.dev === file.dev && input.ino === file.ino;
    });
  }
}

/** Undefined if the input is gone: nothing can replace it then. */
function statusOf(path: string): BigIntStats | undefined {
  try {
    return path === '-' ? fstatSync(0, { bigint: true }) : statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}
