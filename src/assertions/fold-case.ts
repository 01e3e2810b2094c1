/** Folds a text for comparison without letter case: `Straße` and `STRASSE`, and the three sigmas, become the same. */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase();
}
