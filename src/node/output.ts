import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { OutputPort } from '../ports.ts';

/**
 * Writes to a file descriptor at once. `process.stdout` would cost milliseconds to set up, and loses what is
 * still in its buffer when the process ends.
 */
export function outputTo(descriptor: 1 | 2): OutputPort {
  return {
    isTerminal: isatty(descriptor),
    write(text) {
      let rest: Buffer = Buffer.from(text);
      while (rest.length > 0) {
        try {
          rest = rest.subarray(writeSync(descriptor, rest));
        } catch (error) {
          const { code } = error as NodeJS.ErrnoException;
          // the reader has gone, as in `mcptest ... | head`: nobody is left to tell
          if (code === 'EPIPE') return;
          // a full pipe that somebody made non-blocking: wait for the reader
          if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
          else throw error;
        }
      }
    },
  };
}
