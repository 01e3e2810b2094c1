import { inPlainLetters } from '../../../inspection/decodings.ts';

const ASCII = /^[\x00-\x7f]*$/;

/**
 * Returns a text as a model reads it: without invisible characters, with plain letters and quotes. What nobody sees must not
 * keep a rule from seeing an instruction.
 */
export function plainText(text: string): string {
  if (ASCII.test(text)) return text;
  return inPlainLetters(text)
    .replaceAll(/[\u2018\u2019\u02bc\uff07]/g, "'")
    .replaceAll(/[\u201c\u201d\u00ab\u00bb]/g, '"');
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
