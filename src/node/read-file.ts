import { isAscii, isUtf8 } from 'node:buffer';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { InputError } from '../errors.ts';
import { isNoFile, LONGEST, type NoFile, notUtf8, tooLong } from './file-errors.ts';
import { reasonOf } from './reasons.ts';

/** The file descriptor that the path `-` stands for. */
const STANDARD_INPUT = 0;

/** How much of a pipe is read at once. */
const PIECE = 65_536;

/** How much of a file is read at once that need not be held whole. */
export const LARGE_PIECE = 2 ** 20;

/** The text of a file, a pipe or, by the path `-`, of standard input. @throws InputError */
export function readInput(path: string): string {
  return toText(path, readInputBytes(path));
}

/** The bytes of a file, a pipe or, by the path `-`, of standard input. @throws InputError */
export function readInputBytes(path: string): Buffer {
  return readBytes(path, openInput(path));
}

/** The same piece by piece, from a byte on; read only as far as they are asked for. */
export function* piecesOf(path: string, from = 0): Generator<Buffer, undefined> {
  const file = openInput(path);
  // a pipe has no positions
  let position = from === 0 ? null : from;
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(LARGE_PIECE);
      const count = explainReading(path, () => readSync(file, piece, 0, LARGE_PIECE, position));
      if (count === 0) return;
      if (position !== null) position += count;
      yield piece.subarray(0, count);
    }
  } finally {
    if (file !== STANDARD_INPUT) closeSync(file);
  }
}

/** The text of a regular file; anything else is refused without waiting for it. @throws InputError */
export function readRegularFile(path: string): string {
  return toText(path, readBytes(path, openFile(path)));
}

/** Whether a regular file begins with the mark that {@link readRegularFile} drops. */
export function hasByteOrderMark(path: string): boolean {
  return isMarked(readBytes(path, openFile(path)));
}

/** Whether bytes begin with the byte order mark of UTF-8. */
export function isMarked(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function toText(path: string, bytes: Buffer): string {
  const start = isMarked(bytes) ? 3 : 0;
  if (isAscii(bytes)) return bytes.toString('latin1', start);
  if (!isUtf8(bytes)) throw notUtf8(path, bytes);
  return bytes.toString('utf8', start);
}

function openInput(path: string): number {
  return path === '-' ? STANDARD_INPUT : openFileOrPipe(path);
}

/** Opening a pipe waits for who writes to it; a device or a socket is not even opened. */
function openFileOrPipe(path: string): number {
  return explainReading(path, () => {
    const what = noFileOf(statSync(path));
    if (what !== undefined && what !== 'a pipe') throw isNoFile(path, what);
    return openSync(path, constants.O_RDONLY);
  });
}

/** Opens without waiting, so that what has become a pipe meanwhile is seen, too. */
function openFile(path: string): number {
  return explainReading(path, () => {
    const before = noFileOf(statSync(path));
    if (before !== undefined) throw isNoFile(path, before);
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const what = noFileOf(fstatSync(file));
    if (what === undefined) return file;
    closeSync(file);
    throw isNoFile(path, what);
  });
}

/** What is neither a file nor a folder, in words. */
function noFileOf(stats: Stats): NoFile | undefined {
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  return stats.isFile() || stats.isDirectory() ? undefined : 'a device';
}

/** Reads all of an open file, and closes it unless it is standard input. */
function readBytes(path: string, file: number): Buffer {
  return explainReading(path, () => {
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) return readStream(path, file);
      if (stats.size > LONGEST) throw tooLong(path);
      return readFileSync(file);
    } finally {
      if (file !== STANDARD_INPUT) closeSync(file);
    }
  });
}

/** Reads what tells no size, a pipe or what standard input is; some never end. */
function readStream(path: string, file: number): Buffer {
  const pieces: Buffer[] = [];
  let length = 0;
  for (;;) {
    const piece = Buffer.allocUnsafe(PIECE);
    const count = readSync(file, piece);
    if (count === 0) return Buffer.concat(pieces);
    length += count;
    if (length > LONGEST) throw tooLong(path);
    pieces.push(piece.subarray(0, count));
  }
}

/** Says in words why the system refused to read. */
export function explainReading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError({ file: path, message: `cannot be read: ${reasonOf(error)}` });
  }
}
