import type { LinesPart } from '../ports.ts';
import { LARGE_PIECE, piecesOf } from './read-file.ts';

const LINE_END = 0x0a;

/** The pieces of a file from the first line on that begins at a byte or behind it; cut where those of the whole file are. */
export function* piecesFrom(path: string, from: number): Generator<Buffer, undefined> {
  // a line begins behind the end of another one, which may be the byte before
  const last = from - 1;
  const start = last - (last % LARGE_PIECE);
  let left = last - start;
  let isReached = false;
  for (const piece of piecesOf(path, start)) {
    if (isReached) yield piece;
    else {
      const end = piece.indexOf(LINE_END, left);
      left = Math.max(left - piece.length, 0);
      isReached = end !== -1;
      if (isReached) yield piece.subarray(end + 1);
    }
  }
}

/** The pieces of a file, with a break behind the lines that begin before a byte: there the rest may turn out to be known. */
export async function* withBreak(
  pieces: Iterable<Buffer>,
  { until, isRestKnown }: Extract<LinesPart, { until: number }>,
): AsyncGenerator<Buffer, undefined> {
  let left = until - 1;
  let isPassed = false;
  for (const piece of pieces) {
    // whoever knows the rest must be heard
    await new Promise(setImmediate);
    const end = isPassed ? -1 : piece.indexOf(LINE_END, Math.max(left, 0));
    left -= piece.length;
    if (end === -1) yield piece;
    else {
      isPassed = true;
      yield piece.subarray(0, end + 1);
      if (await isRestKnown()) return;
      yield piece.subarray(end + 1);
    }
  }
}
