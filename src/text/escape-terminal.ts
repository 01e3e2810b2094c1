/**
 * Unsafe text: control characters (C0, DEL, C1), line and paragraph separators, bidirectional controls, zero-width
 * characters, letters without a shape such as the Hangul filler, the byte order mark, tag characters and lone surrogates. They could move the cursor, colour the screen,
 * or make a line read differently from its bytes. Also the start of `##[command]` and `##vso[command]`, which GitHub
 * Actions and Azure Pipelines obey anywhere in a line of a log.
 */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u3164\uffa0\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\u034f|\u17b4|\u17b5|#(?=#(?:vso)?\[)|[\u{e0000}-\u{e007f}]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu;

/** {@link UNSAFE} without the line feed, for text whose line feeds are known to be layout. */
const UNSAFE_BUT_LINE_FEED = new RegExp(`(?!\\n)(?:${UNSAFE.source})`, UNSAFE.flags);

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Makes text from an input safe to print on one line of a terminal or log. Each unsafe character becomes a visible
 * escape such as `\u001b`. Safe text is returned unchanged.
 */
export function escapeForTerminal(text: string): string {
  return replaceUnsafe(text, (char) => SHORT[char] ?? codeEscape(char));
}

/** As {@link escapeForTerminal}, for text that begins a line: there `::` would begin a command of GitHub Actions. */
export function escapeLine(text: string): string {
  return escapeForTerminal(text).replace(/^( *):(?=:)/, (_, blanks: string) => blanks + codeEscape(':'));
}

/** Replaces each unsafe character, for formats with their own escapes. */
export function replaceUnsafe(text: string, replacement: (char: string) => string): string {
  return text.replace(UNSAFE, replacement);
}

/** As {@link replaceUnsafe}, for text of several lines: line feeds stay. */
function replaceUnsafeInLines(text: string, replacement: (char: string) => string): string {
  return text.replace(UNSAFE_BUT_LINE_FEED, replacement);
}

/**
 * Makes a JSON text safe for a terminal. An unsafe character becomes its JSON escape, so the value stays the same.
 * JSON escapes line breaks inside strings, so the line breaks in the text are layout, and stay.
 */
export function escapeJson(json: string): string {
  return replaceUnsafeInLines(json, utf16Escapes);
}

function utf16Escapes(char: string): string {
  let escapes = '';
  for (let at = 0; at < char.length; at++) {
    escapes += `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return escapes;
}

/** Returns the name of a character in Unicode: `U+200B`. */
export function codePointName(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns the JavaScript escape of a character: `\\u001b`, `\\u{e0001}`. */
export function codeEscape(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
