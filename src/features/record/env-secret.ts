/** An environment variable whose value must not be on a tape. */
export interface EnvSecret {
  readonly name: string;
  readonly value: string;
}

/** A text that reveals a variable, and what stands in its place. */
export interface Revealing {
  readonly text: string;
  readonly placeholder: string;
  /** The name of the variable. */
  readonly name: string;
}

/** A shorter piece of base64 would also occur in other texts. */
const SHORTEST_PIECE = 8;

/** What stands in place of the value of a variable. */
function placeholderOf(name: string): string {
  return `[redacted:${name}]`;
}

/**
 * Returns the texts in which the values of variables may occur: as they are, and as JSON, URLs and base64 write them. The
 * longest come first, so that a value that contains another one is replaced as a whole.
 */
export function revealing(secrets: readonly EnvSecret[]): readonly Revealing[] {
  return secrets
    .flatMap(({ name, value }) =>
      [
        ...new Set([
          value,
          JSON.stringify(value).slice(1, -1),
          encodeURIComponent(value),
          ...base64Of(value),
        ]),
      ].map((text) => ({ text, placeholder: placeholderOf(name), name })),
    )
    .sort((a, b) => b.text.length - a.text.length);
}

/** The base64 of a value, wherever it begins in a longer text: `user:value` shifts it by two bytes of three. */
function base64Of(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value);
  const pieces = [0, 1, 2].map((shift) => {
    const all = [...new Uint8Array(shift), ...bytes];
    const text = btoa(Array.from(all, (byte) => String.fromCharCode(byte)).join(''));
    // the first and the last character may also hold bits of what stands beside the value
    return text.slice(Math.ceil((shift * 8) / 6), Math.floor((all.length * 8) / 6));
  });
  const long = pieces.filter((piece) => piece.length >= SHORTEST_PIECE);
  return long.flatMap((piece) => [piece, piece.replaceAll('+', '-').replaceAll('/', '_')]);
}
