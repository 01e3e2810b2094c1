import { isAscii, isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { InputError } from '../errors.ts';
import { LONGEST, notUtf8, tooLong } from './file-errors.ts';
import { reasonOf } from './reasons.ts';

/** The file descriptor that the path `-` stands for. */
const STANDARD_INPUT = 0;

/** How much of a pipe is read at once. */
const PIECE = 65_536;

/** How much of a file is read at once that need not be held whole. */
const LARGE_PIECE = 2 ** 20;

/** The text that the bytes of a file are. @throws InputError on what is no UTF-8 */
export function toText(path: string, bytes: Buffer): string {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  if (isAscii(bytes)) return bytes.toString('latin1', start);
  if (!isUtf8(bytes)) throw notUtf8(path, bytes);
  return bytes.toString('utf8', start);
}

/** The whole file. @throws InputError */
export function readBytes(path: string): Buffer {
  return explainReading(path, () => {
    const file = path === '-' ? STANDARD_INPUT : openSync(path, 'r');
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

/** The bytes of a file, piece by piece; read only as far as they are asked for. */
export function* piecesOf(path: string): Generator<Buffer, undefined> {
  const file = explainReading(path, () => (path === '-' ? STANDARD_INPUT : openSync(path, 'r')));
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(LARGE_PIECE);
      const count = explainReading(path, () => readSync(file, piece));
      if (count === 0) return;
      yield piece.subarray(0, count);
    }
  } finally {
    if (file !== STANDARD_INPUT) closeSync(file);
  }
}

/** Reads what tells no size, a pipe or a device; some never end. */
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

/** Makes an error of the system one that names the file and says what to do. */
export function explainReading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError({ file: path, message: `cannot be read: ${reasonOf(error)}` });
  }
}
