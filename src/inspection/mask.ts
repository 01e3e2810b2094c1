/** A shorter text is not shown at all: four of its characters would be too many. */
const SHORT = 12;

/**
 * What a report may show of a finding: `AK…LE (20 characters)`. Of a short one it tells the length alone. Whoever
 * knows the value recognises it; whoever does not learns nothing to use.
 * @param characters how long it is, where `text` is only the beginning of it
 */
export function mask(text: string, characters = text.length): string {
  const length = `${characters} character${characters === 1 ? '' : 's'}`;
  if (text.length < SHORT) return length;
  // by characters, not by halves of them
  const first = [...text.slice(0, 4)].slice(0, 2).join('');
  const last = [...text.slice(-4)].slice(-2).join('');
  return `${first}…${last} (${length})`;
}
