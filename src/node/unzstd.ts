import { Decompress } from 'fzstd';

/** How many packed bytes are unpacked at once, so that a bomb is noticed before it fills the memory. */
const PIECE = 2 ** 16;

/**
 * Unpacks Zstandard, one frame or several. Node can do it only from version 22.15 on.
 * @param size the length of the unpacked bytes; the result is shorter or a little longer only if the data is not of that length
 * @throws Error when the data is damaged, cut off, or longer
 */
export function unzstd(packed: Buffer, size: number): Buffer {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const stream = new Decompress((piece) => {
    length += piece.length;
    if (length > size) throw new Error(`more than the stated ${size} bytes`);
    pieces.push(piece);
  });
  for (let start = 0; start < packed.length; start += PIECE) {
    stream.push(packed.subarray(start, start + PIECE), start + PIECE >= packed.length);
  }
  return Buffer.concat(pieces);
}
