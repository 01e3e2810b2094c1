import {
  closeSync,
  constants,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import type { Draft } from '../ports.ts';
import { notRegularError } from './file-errors.ts';
import { linesOf } from './lines.ts';
import { explainWriting, writeTemporary } from './write-beside.ts';
import { writeAll } from './write-stream.ts';

/** How much is copied at once, in bytes. */
const PIECE = 256 * 1024;

/**
 * Begins a file that grows next to its target, and takes its place at the end. What is written is in the file at once. The
 * file is removed when the program ends without finishing it.
 */
export function openDraft(path: string): Draft {
  return explainWriting(path, () => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats && !stats.isFile()) throw notRegularError(path);
    const target = stats ? realpathSync(path) : path;
    const mode = stats?.mode ?? 0o666;
    const temporary = writeTemporary(target, '', mode, false);
    const descriptor = openSync(temporary, constants.O_RDWR | constants.O_APPEND);
    let isOpen = true;
    const discard = () => {
      process.off('exit', discard);
      if (!isOpen) return;
      isOpen = false;
      closeSync(descriptor);
      rmSync(temporary, { force: true });
    };
    process.once('exit', discard);
    return {
      append: (text) => explainWriting(path, () => writeAll(descriptor, text)),
      lines: () => linesOf(path, piecesOf(descriptor)),
      finish(head) {
        explainWriting(path, () => {
          const whole = writeTemporary(target, head, mode, false);
          try {
            const file = openSync(whole, constants.O_WRONLY | constants.O_APPEND);
            try {
              for (const piece of piecesOf(descriptor)) writeWholly(file, piece);
            } finally {
              closeSync(file);
            }
            renameSync(whole, target);
          } finally {
            rmSync(whole, { force: true });
          }
        });
        discard();
      },
      discard,
    };
  });
}

function* piecesOf(descriptor: number): Generator<Buffer> {
  for (let at = 0; ; ) {
    const piece = Buffer.allocUnsafe(PIECE);
    const length = readSync(descriptor, piece, 0, PIECE, at);
    if (length === 0) return;
    at += length;
    yield piece.subarray(0, length);
  }
}

function writeWholly(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
