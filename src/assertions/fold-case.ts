/**
 * Folds a text for comparison without letter case: `Straße` and `STRASSE`, the three sigmas, and the four `i` of Turkish
 * become the same, and so do a letter with a mark and the same letter followed by the mark.
 */
export function foldCase(text: string): string {
  // without its dot `İ` is `I`, like the `i` and the `ı` that are its small letters elsewhere
  return text.toLowerCase().toUpperCase().normalize('NFC').replaceAll('\u0130', 'I');
}
