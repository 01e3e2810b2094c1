/** A compiled `toolPattern`. */
export interface ToolGlob {
  /** The one name that it matches, when it has no star. */
  readonly literal: string | undefined;
  /** What every name that it matches begins with. */
  readonly prefix: string;
  readonly matches: (name: string) => boolean;
}

/**
 * Compiles a `toolPattern`: `*` stands for one or more characters of any kind, two stars for two or more; every other
 * character for itself; the whole name must match, letter case included. A match takes one walk along the name: the
 * first place that fits a piece is as good as any later one.
 * Source: `toolPattern` of "Anatomy of a policy".
 */
export function compileToolGlob(pattern: string): ToolGlob {
  const [prefix = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return { literal: pattern, prefix, matches: (name) => name === pattern };
  if (rest.length === 1 && rest[0] === '') {
    const matches = (name: string) => name.length > prefix.length && name.startsWith(prefix);
    return { literal: undefined, prefix, matches };
  }
  const pieces = toPieces(rest);
  return {
    literal: undefined,
    prefix,
    matches: (name) => name.startsWith(prefix) && fits(name, prefix.length, pieces),
  };
}

/** So many stars, then a text; only the last text may be empty. */
interface Piece {
  readonly stars: number;
  readonly text: string;
}

function toPieces(texts: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let stars = 0;
  for (const [index, text] of texts.entries()) {
    stars += 1;
    if (text === '' && index < texts.length - 1) continue;
    pieces.push({ stars, text });
    stars = 0;
  }
  return pieces;
}

function fits(name: string, from: number, pieces: readonly Piece[]): boolean {
  let at = from;
  const last = pieces.length - 1;
  for (let index = 0; index < last; index++) {
    const { stars, text } = pieces[index] as Piece;
    const found = name.indexOf(text, skip(name, at, stars));
    // a search that starts beyond the end finds nothing: no piece but the last is empty
    if (found === -1) return false;
    at = found + text.length;
  }
  const { stars, text } = pieces[last] as Piece;
  return skip(name, at, stars) <= name.length - text.length && name.endsWith(text);
}

/** The place after so many characters; beyond the end when there are fewer. */
function skip(name: string, from: number, characters: number): number {
  let at = from;
  for (let left = characters; left > 0; left--) {
    const code = name.charCodeAt(at);
    const isPair = code >= 0xd800 && code <= 0xdbff && (name.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    at += isPair ? 2 : 1;
  }
  return at;
}
