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
import {
  isParquet,
  LONGEST,
  type NoFile,
  notAFileError,
  notUtf8,
  parquetError,
  tooLongError,
} from './file-errors.ts';
import { PipeReader } from './pipe-reader.ts';
import { reasonOf } from './reasons.ts';

/** The file descriptor that the path `-` stands for. */
const STANDARD_INPUT = 0;

/** Windows has no such flag, and no such pipes. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;

/** How many bytes of a pipe are read at once. */
const PIECE = 65_536;

/** How many bytes are read at once from a file that is read piece by piece. */
export const LARGE_PIECE = 2 ** 20;

/** Reads the text of a file, a pipe or, by the path `-`, standard input. @throws InputError */
export function readInput(path: string): string {
  return toText(path, readInputBytes(path));
}

/** Reads the bytes of a file, a pipe or, by the path `-`, standard input. @throws InputError */
export function readInputBytes(path: string): Buffer {
  return readBytes(path, openInput(path));
}

/** Reads the bytes piece by piece, from an offset on, and only as far as the caller asks. */
export function* filePieces(path: string, from = 0): Generator<Buffer, undefined> {
  const file = openInput(path);
  const stream = explainReading(path, () =>
    fstatSync(file).isFile() ? undefined : new PipeReader(path, file),
  );
  // a pipe has no positions
  let position = from === 0 ? null : from;
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(LARGE_PIECE);
      const count = explainReading(
        path,
        () => stream?.read(piece) ?? readSync(file, piece, 0, LARGE_PIECE, position),
      );
      if (count === 0) return;
      if (position !== null) position += count;
      yield piece.subarray(0, count);
    }
  } finally {
    if (file !== STANDARD_INPUT) closeSync(file);
  }
}

/** Reads the text of a regular file. Anything else is refused without waiting for it. @throws InputError */
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

/** Decodes the bytes of a file, without a byte order mark. @throws InputError when they are not UTF-8 */
export function toText(path: string, bytes: Buffer): string {
  if (isParquet(bytes)) throw parquetError(path);
  const start = isMarked(bytes) ? 3 : 0;
  if (isAscii(bytes)) return bytes.toString('latin1', start);
  if (!isUtf8(bytes)) throw notUtf8(path, bytes);
  return bytes.toString('utf8', start);
}

function openInput(path: string): number {
  return path === '-' ? STANDARD_INPUT : openFileOrPipe(path);
}

/** Opens a file or a pipe, without waiting for the writer of a pipe. A device or a socket is not even opened. */
function openFileOrPipe(path: string): number {
  return explainReading(path, () => {
    const what = noFileOf(statSync(path));
    if (what !== undefined && what !== 'a pipe') throw notAFileError(path, what);
    return openSync(path, constants.O_RDONLY | NO_WAIT);
  });
}

/** Opens without waiting, so a path that has meanwhile become a pipe is noticed, too. */
function openFile(path: string): number {
  return explainReading(path, () => {
    const before = noFileOf(statSync(path));
    if (before !== undefined) throw notAFileError(path, before);
    const file = openSync(path, constants.O_RDONLY | NO_WAIT);
    const what = noFileOf(fstatSync(file));
    if (what === undefined) return file;
    closeSync(file);
    throw notAFileError(path, what);
  });
}

/** Describes an entry that is neither a file nor a folder. */
export function noFileOf(stats: Stats): NoFile | undefined {
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
      if (stats.size > LONGEST) throw tooLongError(path);
      return readFileSync(file);
    } finally {
      if (file !== STANDARD_INPUT) closeSync(file);
    }
  });
}

/** Reads a pipe or standard input, which have no size; some never end. */
function readStream(path: string, file: number): Buffer {
  const stream = new PipeReader(path, file);
  const pieces: Buffer[] = [];
  let length = 0;
  for (;;) {
    const piece = Buffer.allocUnsafe(PIECE);
    const count = stream.read(piece);
    if (count === 0) return Buffer.concat(pieces);
    length += count;
    if (length > LONGEST) throw tooLongError(path);
    pieces.push(piece.subarray(0, count));
  }
}

/** Turns an error of the system into an {@link InputError} that names the file and the reason. */
export function explainReading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError({ file: path, message: `cannot be read: ${reasonOf(error)}` });
  }
}
