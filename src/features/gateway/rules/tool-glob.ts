/** A compiled `toolPattern`. */
export interface ToolGlob {
  /** The only name that it matches, if it has no star. */
  readonly literal: string | undefined;
  /** The text with which every matching name begins. */
  readonly prefix: string;
  readonly matches: (name: string) => boolean;
}

/**
 * Compiles a `toolPattern`. Pattern and names are compared in the form NFC of Unicode. `*` stands for one or more characters of any kind, two stars for two or more; every other
 * character stands for itself. The whole name must match, including letter case. Matching is linear in the name,
 * because the first place where a piece fits is as good as any later one.
 * Spec (tool-call policies): "Anatomy of a policy", `toolPattern`.
 */
export function compileToolGlob(written: string): ToolGlob {
  const pattern = written.normalize('NFC');
  const [prefix = '', ...rest] = pattern.split('*');
  const matches = matcherOf(pattern, prefix, rest);
  return {
    literal: rest.length === 0 ? pattern : undefined,
    prefix,
    matches: (name) => matches(name.normalize('NFC')),
  };
}

function matcherOf(pattern: string, prefix: string, rest: readonly string[]): ToolGlob['matches'] {
  if (rest.length === 0) return (name) => name === pattern;
  if (rest.length === 1 && rest[0] === '')
    return (name) => name.length > prefix.length && name.startsWith(prefix);
  const pieces = toPieces(rest);
  return (name) => name.startsWith(prefix) && fits(name, prefix.length, pieces);
}

/** A number of stars, then a text; only the last text may be empty. */
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
    // a search that starts beyond the end finds nothing, because only the last piece is empty
    if (found === -1) return false;
    at = found + text.length;
  }
  const { stars, text } = pieces[last] as Piece;
  return skip(name, at, stars) <= name.length - text.length && name.endsWith(text);
}

/** Returns the index after a number of characters; beyond the end when there are fewer. */
function skip(name: string, from: number, characters: number): number {
  let at = from;
  for (let left = characters; left > 0; left--) {
    const code = name.charCodeAt(at);
    const isPair = code >= 0xd800 && code <= 0xdbff && (name.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    at += isPair ? 2 : 1;
  }
  return at;
}
