import type { Diagnostic } from '../diagnostic.ts';

/**
 * How many findings about one file are reported. Each position is found by walking the text again: a million
 * of them would keep a person waiting for hours, and nobody would read them.
 */
export const MOST_FINDINGS = 25;

/** The findings that are shown, and behind the last of them how many are not. */
export function withOmitted(shown: readonly Diagnostic[], omitted: number): readonly Diagnostic[] {
  if (omitted === 0) return shown;
  // where the last one stands: whoever sorts by position keeps this line at the end
  const last = shown.reduce((a, b) => (isAfter(b, a) ? b : a));
  return [...shown, { file: last.file, position: last.position, message: `and ${omitted} more` }];
}

function isAfter({ position: a }: Diagnostic, { position: b }: Diagnostic): boolean {
  if (!a || !b) return a !== undefined;
  return a.line > b.line || (a.line === b.line && a.column > b.column);
}
