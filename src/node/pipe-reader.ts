import { readSync, realpathSync } from 'node:fs';
import { block } from './block.ts';
import { noWriterError } from './file-errors.ts';
import { isCode } from './write-beside.ts';
import { PIPE_PATIENCE } from './write-stream.ts';

/** The shortest and the longest pause between attempts, in milliseconds. */
const [SHORTEST, LONGEST] = [1, 16] as const;

/**
 * Reads from a pipe or from standard input. A named pipe is opened without waiting for its writer, because that may
 * never come.
 */
export class PipeReader {
  readonly #path: string;
  readonly #file: number;
  /** Whether some process is, or was, at the other end: then an empty read is the end of the input. */
  #hasWriter: boolean;

  constructor(path: string, file: number) {
    this.#path = path;
    this.#file = file;
    this.#hasWriter = path === '-' || !isNamed(path);
  }

  /**
   * Fills the start of a buffer, and returns the number of bytes; 0 at the end.
   * @throws InputError if no process opens the other end of a named pipe in time
   */
  read(into: Buffer): number {
    let pause: number = SHORTEST;
    for (let waited = 0; ; waited += pause) {
      if (waited > 0) pause = Math.min(pause * 2, LONGEST);
      const count = this.#attempt(into);
      if (count > 0) return count;
      if (count === 0 && this.#hasWriter) return 0;
      // a program that writes may take its time, as a test run does
      if (count === 0 && waited >= PIPE_PATIENCE) throw noWriterError(this.#path, PIPE_PATIENCE / 1000);
      block(pause);
    }
  }

  /** Returns -1 if the writer has not written yet. */
  #attempt(into: Buffer): number {
    try {
      const count = readSync(this.#file, into);
      if (count > 0) this.#hasWriter = true;
      return count;
    } catch (error) {
      if (!isCode(error, 'EAGAIN')) throw error;
      this.#hasWriter = true;
      return -1;
    }
  }
}

/** Whether a pipe has a name in a folder, unlike the `/dev/fd/63` of a shell: that one had a writer from the start. */
function isNamed(path: string): boolean {
  try {
    realpathSync(path);
    return true;
  } catch {
    return false;
  }
}
