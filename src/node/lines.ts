import { isAscii, isUtf8 } from 'node:buffer';
import { type LinesPart, LONGEST_LINE } from '../ports.ts';
import { isParquet, notUtf8, parquetError } from './file-errors.ts';
import { gunzip, isGzip } from './gunzip.ts';
import { withBreak } from './line-parts.ts';
import { isMarked } from './read-file.ts';

const LINE_END = 0x0a;

/**
 * Splits the bytes of a file into batches of lines, one batch for each piece, so the size of the file does not
 * matter. Unpacks gzip. A line longer than {@link LONGEST_LINE} is returned as null.
 * @param part only a part of the lines; `pieces` begin with the part if it is not the first
 * @throws InputError on invalid UTF-8 or damaged gzip
 */
export async function* linesOf(
  path: string,
  pieces: Iterable<Buffer>,
  part?: LinesPart,
): AsyncGenerator<readonly (string | null)[]> {
  const source = pieces[Symbol.iterator]();
  const first = source.next();
  if (first.done) return;
  if (!(part && 'from' in part) && isParquet(first.value)) throw parquetError(path);
  const whole = withFirst(first.value, source);

  // a byte order mark exists only at the start of a file
  let number = part && 'from' in part ? 2 : 1;
  let begun: Buffer[] = [];
  let length = 0;
  for await (const piece of plainPieces(path, first.value, whole, part)) {
    const end = piece.lastIndexOf(LINE_END);
    if (end === -1) {
      length += piece.length;
      // only its existence is recorded, not its text
      if (length > LONGEST_LINE) begun = [];
      else begun.push(piece);
      continue;
    }
    // copies only the unfinished line, not the piece after it
    const head = length === 0 ? -1 : piece.indexOf(LINE_END);
    const lines: (string | null)[] = [];
    if (length > LONGEST_LINE) lines.push(null);
    else if (head !== -1) textsOf(path, Buffer.concat([...begun, piece.subarray(0, head)]), number, lines);
    if (head < end) textsOf(path, piece.subarray(head + 1, end), number + lines.length, lines);
    begun = end + 1 < piece.length ? [piece.subarray(end + 1)] : [];
    length = piece.length - end - 1;
    number += lines.length;
    yield lines;
  }
  if (length > LONGEST_LINE) yield [null];
  else if (length > 0) yield textsOf(path, Buffer.concat(begun), number);
}

function plainPieces(
  path: string,
  first: Buffer,
  whole: Iterable<Buffer>,
  part: LinesPart | undefined,
): Iterable<Buffer> | AsyncIterable<Buffer> {
  if (part) return 'from' in part ? whole : withBreak(whole, part);
  return isGzip(first) ? gunzip(path, whole) : whole;
}

/**
 * Returns the pieces of a source, including the first one, which was already taken. A consumer that stops early
 * closes the source even before the first piece: a generator that has not started would not.
 */
function withFirst(first: Buffer, source: Iterator<Buffer>): IterableIterator<Buffer, undefined> {
  let isFirst = true;
  return {
    [Symbol.iterator]() {
      return this;
    },
    next() {
      if (!isFirst) {
        const { done, value } = source.next();
        return done ? { done, value: undefined } : { value };
      }
      isFirst = false;
      return { value: first };
    },
    return() {
      source.return?.();
      return { done: true, value: undefined };
    },
  };
}

/**
 * Decodes the lines of complete text. Each is a string of its own: a slice of a longer string is slower to read, and
 * keeps the whole string in memory.
 * @param line the number of the first line in the bytes, from 1
 * @param lines the list to append to
 */
function textsOf(
  path: string,
  bytes: Buffer,
  line: number,
  lines: (string | null)[] = [],
): (string | null)[] {
  const encoding = isAscii(bytes) ? 'latin1' : 'utf8';
  if (encoding === 'utf8' && !isUtf8(bytes)) throw notUtf8(path, bytes, line);
  const hasMark = line === 1 && isMarked(bytes);
  let start = hasMark ? 3 : 0;
  for (;;) {
    const end = bytes.indexOf(LINE_END, start);
    if (end === -1) break;
    lines.push(bytes.toString(encoding, start, end));
    start = end + 1;
  }
  lines.push(bytes.toString(encoding, start));
  return lines;
}
