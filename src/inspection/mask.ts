/** A shorter text is not shown, because four of its characters would reveal too much. */
const SHORT = 12;

/**
 * Masks a match for a report: `AK…LE (20 characters)`. For a short text it gives only the length. Someone who knows the
 * value recognises it; others learn nothing useful.
 * @param characters the full length, when `text` is only the beginning
 */
export function mask(text: string, characters = text.length): string {
  const length = `${characters} character${characters === 1 ? '' : 's'}`;
  if (text.length < SHORT) return length;
  // by code points, so that no surrogate pair is cut
  const first = [...text.slice(0, 4)].slice(0, 2).join('');
  const last = [...text.slice(-4)].slice(-2).join('');
  return `${first}…${last} (${length})`;
}
