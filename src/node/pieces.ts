/** The longest piece. A report may be as large as a string can be; encoded at once, it would be in memory twice. */
const LONGEST = 1 << 20;

/** Splits a text into parts short enough to encode and write at once. No character is cut in two. */
export function* textPieces(text: string, longest: number = LONGEST): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + longest, text.length);
    const last = text.charCodeAt(end - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    if (isHalf && end < text.length && end - start > 1) end--;
    yield text.slice(start, end);
    start = end;
  }
}
