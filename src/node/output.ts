import { fstatSync, statSync, writeSync } from 'node:fs';
import { InputError } from '../errors.ts';
import type { OutputPort } from '../ports.ts';
import { block } from './block.ts';
import { textPieces } from './pieces.ts';
import { reasonOf } from './reasons.ts';

/**
 * Standard output. A report that cannot be written is an {@link InputError}: a gate whose answer is lost has not
 * answered. A closed reader, as in `mcptest ... | head`, is not a failure: it has seen enough.
 */
export function standardOutput(): OutputPort {
  return {
    isTerminal: isTerminal(1),
    write(text) {
      try {
        writeAll(1, text);
      } catch (error) {
        if (codeOf(error) === 'EPIPE') return;
        throw new InputError({ message: `standard output cannot be written: ${reasonOf(error)}` });
      }
    },
  };
}

/** Standard error. If even this cannot be written, the exit code still reports the result. */
export function standardError(): OutputPort {
  return {
    isTerminal: isTerminal(2),
    write(text) {
      try {
        writeAll(2, text);
      } catch {}
    },
  };
}

/**
 * Writes to a file descriptor synchronously. `process.stdout` would cost milliseconds to set up, and loses its buffer
 * when the process ends.
 */
function writeAll(descriptor: number, text: string): void {
  for (const piece of textPieces(text)) writeBytes(descriptor, Buffer.from(piece));
}

function writeBytes(descriptor: number, bytes: Buffer): void {
  let rest = bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') throw error;
      // a full pipe that another process made non-blocking: wait for the reader
      block(5);
    }
  }
}

/**
 * Whether a descriptor is a terminal, as `tty.isatty` says. Loads `tty` only if it can be one: loading it sets up all
 * of Node's networking.
 */
function isTerminal(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isCharacterDevice() || stats.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev)
      return false;
  } catch {
    return false;
  }
  return process.getBuiltinModule('node:tty').isatty(descriptor);
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
