import { fstatSync, statSync } from 'node:fs';
import { InputError } from '../errors.ts';
import type { OutputPort } from '../ports.ts';
import { reasonOf } from './reasons.ts';
import { writeAll } from './write-stream.ts';

/**
 * Standard output. A report that cannot be written is an {@link InputError}: a gate whose answer is lost has not
 * answered. A closed reader, as in `mcptest ... | head`, is not a failure: it has seen enough.
 */
export function standardOutput(): OutputPort {
  let isClosed = false;
  return {
    isTerminal: isTerminal(1),
    get columns() {
      // sets up the stream: only for a terminal, and only when a report for people asks
      return this.isTerminal ? process.stdout.columns : undefined;
    },
    get isClosed() {
      return isClosed;
    },
    write(text) {
      try {
        writeAll(1, text);
      } catch (error) {
        isClosed = codeOf(error) === 'EPIPE';
        if (isClosed) return;
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
