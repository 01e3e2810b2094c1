import type { Span } from './span.ts';

/** A word or sign of SQL. */
export interface SqlToken extends Span {
  /** The word in upper case; `'` for a quoted text or an unclosed quote, `"` for a quoted name. */
  readonly word: string;
  /** The number of open parentheses around it. */
  readonly depth: number;
}

/** A text as SQL: statements of tokens, without comments. */
export interface SqlText {
  /** Whether the whole text is SQL, so quoted text in it is data. */
  readonly isSql: boolean;
  readonly statements: readonly (readonly SqlToken[])[];
}

const OPENS_SQL =
  /^[\s(;]{0,20}(?:--|\/\*|select\s|insert\s+into\s|update\s+\S{1,80}\s+set\s|delete\s+from\s|with\s+(?:recursive\s+)?\w{1,80}\s+(?:as\s*)?\(|drop\s+(?:table|database|schema|index|view)\s|alter\s+table\s|create\s+(?:or\s+replace\s+)?(?:temp\w*\s+)?(?:table|view|index|database|schema|function|trigger|user|role)\s|truncate\s|begin\s*;|explain\s+(?:analyze\s+)?select\s|merge\s+into\s|replace\s+into\s)/i;

// what MySQL runs between `/*!50000` and `*/` is not a comment
const SIGNS = String.raw`(?<comment>--[^\n]*|\/\*!\d{0,6}|\*\/)|(?<open>\/\*)`;
const REST = String.raw`[\w$@#]+|[;().,=<>*+]`;

// in a statement a quote begins data or a name
const OF_SQL = new RegExp(
  String.raw`${SIGNS}|(?<name>"[^"\n]{1,128}"|\`[^\`\n]{1,128}\`|\[\w[\w ]{0,127}\])|(?<quote>')|${REST}`,
  'g',
);

// in a program, or in a value that is put into a statement, a quote may begin or end something outside of this text
const OF_OTHER = new RegExp(
  String.raw`${SIGNS}|(?<name>"\w{1,128}"|\`\w{1,128}\`)|(?<quote>['"\`])|${REST}`,
  'g',
);

/** Reads a text as SQL. Text that is not SQL becomes statements without meaning. */
export function sqlTextOf(text: string): SqlText {
  const isSql = OPENS_SQL.test(text.slice(0, 200));
  const statements: SqlToken[][] = [[]];
  const piece = new RegExp(isSql ? OF_SQL : OF_OTHER);
  let depth = 0;
  let quotesOpen = isSql;
  let commentsOpen = true;
  for (let match = piece.exec(text); match !== null; match = piece.exec(text)) {
    const { 0: written, index, groups } = match;
    if (groups?.comment !== undefined) continue;
    if (groups?.open !== undefined) {
      // an unclosed comment hides nothing; the end is searched for only once, or a text of openings would take
      // quadratic time
      const close: number = commentsOpen ? text.indexOf('*/', index + 2) : -1;
      commentsOpen = close !== -1;
      if (close !== -1) piece.lastIndex = close + 2;
      continue;
    }
    if (groups?.quote !== undefined) {
      const close = quotesOpen ? closingQuote(text, index) : -1;
      quotesOpen = close !== -1;
      const end = close === -1 ? index + 1 : close + 1;
      piece.lastIndex = end;
      add({ word: "'", depth, start: index, end });
    } else if (written === ';') {
      statements.push([]);
      depth = 0;
    } else {
      if (written === ')') depth--;
      const word = groups?.name === undefined ? written.toUpperCase() : '"';
      add({ word, depth, start: index, end: index + written.length });
      if (written === '(') depth++;
    }
  }
  return { isSql, statements: statements.filter((tokens) => tokens.length > 0) };

  function add(token: SqlToken): void {
    (statements.at(-1) as SqlToken[]).push(token);
  }
}

/** Returns the offset of the quote that closes a text, skipping doubled and escaped quotes. */
function closingQuote(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') at++;
    else if (char === "'") {
      if (text.charAt(at + 1) !== "'") return at;
      at++;
    }
  }
  return -1;
}
