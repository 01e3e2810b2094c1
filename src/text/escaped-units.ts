/** A character as JSON escapes it, in a text that may itself be quoted a few times. */
const ESCAPED = /\\{1,8}u([0-9a-fA-F]{4})/g;

/** A text without its escapes, and where each of its characters begins in the text as it was written. */
interface Unescaped {
  readonly text: string;
  /** One more than the text has characters: the last is where the written text ends. */
  readonly starts: Uint32Array;
}

/**
 * Replaces texts that are written with JSON escapes such as `\u0053`, in any mixture: programs differ in what they escape, so
 * no list of forms has them all. The rest of the text stays as it was written.
 * @param forms what to replace, each with its mark, the longest first
 */
export function withoutEscaped(
  written: string,
  forms: readonly (readonly [form: string, mark: string])[],
): string {
  if (!written.includes('\\u')) return written;
  let result = written;
  let found: Unescaped | undefined;
  for (const [form, mark] of forms) {
    found ??= unescaped(result);
    const masked = replaced(result, found, form, mark);
    if (masked !== result) found = undefined;
    result = masked;
  }
  return result;
}

function unescaped(written: string): Unescaped {
  const starts = new Uint32Array(written.length + 1);
  let [text, from] = ['', 0];
  const keep = (end: number) => {
    for (let at = from; at < end; at++) starts[text.length + at - from] = at;
    text += written.slice(from, end);
  };
  for (const { index, 0: escaped, 1: digits = '' } of written.matchAll(ESCAPED)) {
    keep(index);
    starts[text.length] = index;
    text += String.fromCharCode(Number.parseInt(digits, 16));
    from = index + escaped.length;
  }
  keep(written.length);
  starts[text.length] = written.length;
  return { text, starts };
}

function replaced(written: string, { text, starts }: Unescaped, form: string, mark: string): string {
  let [result, from] = ['', 0];
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) {
    result += written.slice(from, starts[at]) + mark;
    from = starts[at + form.length] ?? written.length;
  }
  return result + written.slice(from);
}
