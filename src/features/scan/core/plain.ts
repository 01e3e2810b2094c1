import { inPlainLetters } from '../../../inspection/decodings.ts';

const ASCII = /^[\x00-\x7f]*$/;

/** A blank of Braille, which looks like any other. */
const BRAILLE_BLANK = /\u2800/g;

/** Letters in circles and squares: they are for emphasis only. */
const ENCLOSED = /[\u24b6-\u24e9\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu;
const FIRST_ENCLOSED = [0x24b6, 0x24d0, 0x1f130, 0x1f150, 0x1f170];

/**
 * A line break within a sentence, as docstrings are wrapped. A blank line, a line that ends a sentence or opens a list, and one
 * that begins with a mark, a number, a label or a tag, are no such breaks. It is looked at from its own place only.
 */
const WRAP =
  /(?<![\s.!?:;|>])[ \t]{0,20}\r?\n[ \t]{0,80}(?![\s\-*+#>|@<\u2022]|\d{1,3}[.)]|[\w ]{1,30}[:=](?:\s|$))/g;

/**
 * Returns a text as a model reads it: without invisible characters, with plain letters and quotes. What nobody sees must not
 * keep a rule from seeing an instruction, and neither must a line break where a line was full.
 */
export function plainText(text: string): string {
  const letters = ASCII.test(text) ? text : plainLetters(text);
  return letters.includes('\n') ? letters.replaceAll(WRAP, (wrap) => ' '.repeat(wrap.length)) : letters;
}

function plainLetters(text: string): string {
  return inPlainLetters(text.replaceAll(BRAILLE_BLANK, ' ').replaceAll(ENCLOSED, withoutFrame))
    .replaceAll(/[\u2018\u2019\u02bc\uff07]/g, "'")
    .replaceAll(/[\u201c\u201d\u00ab\u00bb]/g, '"');
}

function withoutFrame(letter: string): string {
  const code = letter.codePointAt(0) as number;
  const first = FIRST_ENCLOSED.findLast((each) => each <= code) as number;
  return String.fromCharCode(0x61 + code - first);
}

/** How far a sentence is looked for before and after a match, in characters. */
const REACH = 400;

/** Returns what the sentence of a match has before it and after it. */
export function aroundMatch(
  text: string,
  start: number,
  end: number,
): { readonly before: string; readonly after: string } {
  const before = text.slice(Math.max(0, start - REACH), start);
  const cut = SENTENCE_ENDS.reduce((last, mark) => Math.max(last, before.lastIndexOf(mark)), -1);
  const after = text.slice(end, end + REACH);
  const stop = after.search(/[.!?](?:\s|$)|\n/);
  return {
    before: cut === -1 ? before : before.slice(cut + 1),
    after: stop === -1 ? after : after.slice(0, stop),
  };
}

const SENTENCE_ENDS = ['. ', '! ', '? ', '\n', '.\t'];
