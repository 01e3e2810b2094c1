/**
 * The shortest value that can be hidden, in characters. A shorter one is no secret, and occurs everywhere: single letters would be
 * taken out of every report, and a tape would be destroyed.
 */
export const SHORTEST_SECRET = 4;

/**
 * Says why a value of the environment is refused; undefined if it is long enough to be hidden. A value that could be hidden
 * nowhere must not reach a server, which may send it back.
 */
export function shortSecret(
  name: string,
  value: string,
): { readonly message: string; readonly help: string } | undefined {
  if (value.length >= SHORTEST_SECRET) return undefined;
  return {
    message: `the value of \`${name}\` has fewer than ${SHORTEST_SECRET} characters, so it cannot be hidden in what mcptest writes`,
    help: 'use a longer value; if it is no secret, write it in place of the name of the variable',
  };
}

/** A shorter number in hexadecimal digits would also occur in other ones. */
const SHORTEST_HEX = 12;

/** A shorter piece of base64 would also occur in other texts. */
const SHORTEST_PIECE = 8;

/**
 * Returns the texts in which a secret may occur: as it is, and as JSON, HTML, URLs, base64 and hexadecimal digits write it. Reports and tapes hide the
 * same ones. Spec (suites and recording): "Settled", "masked wherever they appear".
 */
export function secretForms(value: string): readonly string[] {
  return [
    ...new Set([
      value,
      ...inJson(value),
      ...inHtml(value),
      ...inUrls(value),
      ...inBase64(value),
      ...inHex(value),
    ]),
  ];
}

/** How often a value may be escaped: an answer that is JSON in a text of JSON, which a message quotes. */
const MOST_ESCAPED = 3;

/** A value as JSON writes it, and as JSON in a text of JSON does. */
function inJson(value: string): string[] {
  const forms = new Set<string>();
  let texts = [value];
  for (let depth = 0; depth < MOST_ESCAPED; depth++) {
    texts = [...new Set(texts.flatMap(escapedOnce))];
    for (const text of texts) forms.add(text);
  }
  return [...forms];
}

/** JSON may escape characters that need no escape: `/`, and all beyond ASCII. */
function escapedOnce(value: string): string[] {
  const text = JSON.stringify(value).slice(1, -1);
  const ascii = text.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [text, ascii, text.replaceAll('/', '\\/')];
}

/** Programs differ in which quotes they escape, and how. */
function inHtml(value: string): string[] {
  const text = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = text.replaceAll('"', '&quot;');
  return [text, quoted, ...['&#39;', '&#x27;', '&apos;'].map((mark) => quoted.replaceAll("'", mark))];
}

/** The hexadecimal digits may be of either case, and a form writes a blank as `+`. */
function inUrls(value: string): string[] {
  // half of a surrogate pair cannot be encoded
  const text = encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
  return [
    text,
    text.replaceAll(/%[0-9A-F]{2}/g, (written) => written.toLowerCase()),
    text.replaceAll('%20', '+'),
  ];
}

/**
 * The base64 of a value on its own, and of the value wherever it begins in a longer text: `user:value` shifts it by two
 * bytes of three.
 */
function inBase64(value: string): string[] {
  const bytes = new TextEncoder().encode(value);
  const pieces = [0, 1, 2].map((shift) => {
    const all = [...new Uint8Array(shift), ...bytes];
    // the first and the last character may also hold bits of what stands beside the value
    return base64(all).slice(Math.ceil((shift * 8) / 6), Math.floor((all.length * 8) / 6));
  });
  const long = [base64([...bytes]), ...pieces].filter((piece) => piece.length >= SHORTEST_PIECE);
  return long.flatMap((piece) => [piece, piece.replaceAll('+', '-').replaceAll('/', '_')]);
}

function inHex(value: string): string[] {
  const digits = Array.from(new TextEncoder().encode(value), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return digits.length < SHORTEST_HEX ? [] : [digits, digits.toUpperCase()];
}

function base64(bytes: readonly number[]): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
