/** A report may be as large as a text can be; encoded at once it would be in memory twice. */
const LONGEST = 1 << 20;

/** The parts of a text, in order, each short enough to be encoded and written at once; no character is cut in two. */
export function* piecesOf(text: string, longest: number = LONGEST): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + longest, text.length);
    const last = text.charCodeAt(end - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    if (isHalf && end < text.length && end - start > 1) end--;
    yield text.slice(start, end);
    start = end;
  }
}
