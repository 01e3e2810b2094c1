import { clip } from '../../../text/clip.ts';
import { codeEscape, codePointName, replaceUnsafe } from '../../../text/escape-terminal.ts';

/** How much is shown before and after a place. */
const AROUND = 40;

/** The most invisible characters that are decoded. */
const MOST = 400;

/**
 * Shows a place of a text with what nobody sees made visible: `Reads a file.<U+200B> Also`. Letters of the tag block and of
 * variation selectors are shown as the text that they spell, too.
 */
export function visible(text: string, at: number, length: number): string {
  const end = Math.min(text.length, at + Math.min(length, MOST));
  const shown = text.slice(Math.max(0, at - AROUND), Math.min(text.length, end + AROUND));
  const spelt = spelled(text.slice(at, end));
  const line = escaped(shown)
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .trim();
  return spelt === '' ? line : `${line} (spells: ${escaped(spelt)})`;
}

const UNSEEN =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u115f\u1160\u200b-\u200f\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ue000-\uf8ff\u{e0000}-\u{e0fff}\u{f0000}-\u{10fffd}]/gu;

/** Writes characters that nobody sees as `<U+200B>`. */
export function escaped(text: string): string {
  const layout = /[\t\n\r]/;
  return replaceUnsafe(text, (char) => (layout.test(char) ? char : name(char))).replaceAll(UNSEEN, name);
}

/** The longest text that is shown as a whole, in characters. */
const SHOWN = 300;

/** Shows a text in one line, with what nobody sees made visible; what is not text, as none. */
export function shown(text: unknown): string {
  return typeof text === 'string' ? clip(escaped(text).replaceAll(/\s+/g, ' '), SHOWN) : '(none)';
}

function name(char: string): string {
  // only the start of a command of a CI log is unsafe about it
  if (char === '#') return codeEscape(char);
  return `<${codePointName(char)}>`;
}

/** Returns what tag letters and variation selectors spell; empty if they spell nothing. */
function spelled(text: string): string {
  const bytes: number[] = [];
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code >= 0xe0020 && code <= 0xe007e) bytes.push(code - 0xe0000);
    else if (code >= 0xfe00 && code <= 0xfe0f) bytes.push(code - 0xfe00);
    else if (code >= 0xe0100 && code <= 0xe01ef) bytes.push(code - 0xe0100 + 16);
  }
  const spelt = new TextDecoder().decode(Uint8Array.from(bytes));
  return /^[\t\n\r -~\u00a0-\uffff]*$/u.test(spelt) && /[A-Za-z]/.test(spelt) ? spelt : '';
}
