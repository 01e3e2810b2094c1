/** The most members and elements of one message. More would need many times the memory of its text. */
export const MOST_VALUES = 500_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];

/** Whether a JSON text has more than {@link MOST_VALUES} members and elements. Commas in its strings do not count. */
export function hasTooManyValues(text: string): boolean {
  // each needs at least two characters
  if (text.length <= 2 * MOST_VALUES) return false;
  let commas = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isString = !isString;
    else if (isString && code === BACKSLASH) at += 1;
    else if (!isString && code === COMMA && ++commas > MOST_VALUES) return true;
  }
  return false;
}
