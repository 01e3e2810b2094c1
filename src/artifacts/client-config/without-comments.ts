/**
 * Replaces comments and trailing commas of a JSON text by blanks, so that each value stays at its place. What stands in texts
 * stays. Takes time linear in the text.
 */
export function withoutComments(text: string): string {
  const parts = text.replace(TOKENS, (token) =>
    token.startsWith('/') ? token.replaceAll(/[^\r\n]/g, ' ') : token,
  );
  return parts.replace(TRAILING_COMMA, (token) => (token.startsWith(',') ? ` ${token.slice(1)}` : token));
}

/** A text, or a comment. A text that does not end is left to the parser, which says so. */
const TOKENS = /"(?:[^"\\]|\\[\s\S])*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g;

const TRAILING_COMMA = /"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])/g;
