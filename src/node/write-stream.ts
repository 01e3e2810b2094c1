import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { block } from './block.ts';
import { noReaderError } from './file-errors.ts';
import { textPieces } from './pieces.ts';
import { isCode } from './write-beside.ts';

/** How long a named pipe waits for a process at its other end, in milliseconds. */
export const PIPE_PATIENCE = 10_000;

/** The pause between attempts, in milliseconds. */
const PAUSE = 5;

/**
 * Returns the descriptor of a path that names standard output or standard error, such as `/dev/stdout`. It is written
 * where it stands: a shell may have written to it before.
 */
export function standardStream(path: string): 1 | 2 | undefined {
  const own = `(?:self|thread-self|${process.pid})`;
  const [, name, number] =
    new RegExp(`^/(?:dev/(stdout|stderr)|(?:dev|proc/${own})/fd/([12]))$`).exec(resolve(path)) ?? [];
  if (name === undefined && number === undefined) return undefined;
  return name === 'stdout' || number === '1' ? 1 : 2;
}

/**
 * Writes to a pipe or a device, which cannot be replaced.
 * @throws InputError if no process reads from a named pipe within {@link PIPE_PATIENCE}
 */
export function writeToStream(path: string, text: string): void {
  const file = openToWrite(path);
  try {
    writeAll(file, text);
  } finally {
    closeSync(file);
  }
}

/** Opens without waiting forever for a reader of a named pipe. */
function openToWrite(path: string): number {
  for (let waited = 0; ; waited += PAUSE) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (!isCode(error, 'ENXIO')) throw error;
      if (waited >= PIPE_PATIENCE) throw noReaderError(path, PIPE_PATIENCE / 1000);
      block(PAUSE);
    }
  }
}

/**
 * Writes to a file descriptor synchronously. `process.stdout` would cost milliseconds to set up, and loses its buffer
 * when the process ends.
 */
export function writeAll(descriptor: number, text: string): void {
  for (const piece of textPieces(text)) writeBytes(descriptor, Buffer.from(piece));
}

function writeBytes(descriptor: number, bytes: Buffer): void {
  let rest = bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if (!isCode(error, 'EAGAIN')) throw error;
      // a full pipe: wait for its reader
      block(PAUSE);
    }
  }
}
