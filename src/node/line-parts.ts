import type { LinesPart } from '../ports.ts';
import { filePieces, LARGE_PIECE } from './read-file.ts';

const LINE_END = 0x0a;

/**
 * Reads a file from the first line that begins at or after a byte. The pieces are cut at the same places as those of
 * the whole file.
 */
export function* piecesFrom(path: string, from: number): Generator<Buffer, undefined> {
  // a line begins after a line end, which may be the byte before
  const last = from - 1;
  const start = last - (last % LARGE_PIECE);
  let left = last - start;
  let isReached = false;
  for (const piece of filePieces(path, start)) {
    if (isReached) yield piece;
    else {
      const end = piece.indexOf(LINE_END, left);
      left = Math.max(left - piece.length, 0);
      isReached = end !== -1;
      if (isReached) yield piece.subarray(end + 1);
    }
  }
}

/**
 * Returns the pieces of a file, split after the lines that begin before a byte. There it asks whether the rest is
 * already known.
 */
export async function* withBreak(
  pieces: Iterable<Buffer>,
  { until, isRestKnown }: Extract<LinesPart, { until: number }>,
): AsyncGenerator<Buffer, undefined> {
  let left = until - 1;
  let isPassed = false;
  for (const piece of pieces) {
    // lets the answer of the thread that reads the rest arrive
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
