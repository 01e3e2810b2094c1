import type { Diagnostic } from '../diagnostic.ts';

/**
 * How many findings about one file are reported. Each position is found by walking the text again: a million
 * of them would keep a person waiting for hours, and nobody would read them.
 */
export const MOST_FINDINGS = 25;

/** The first findings of many, and behind the last of them a line that says so. */
export function firstOfMany(shown: readonly Diagnostic[]): readonly Diagnostic[] {
  // where the last one stands: whoever sorts by position keeps this line at the end
  const { file, position } = shown.reduce((a, b) => (isAfter(b, a) ? b : a));
  const message = `there is more of this kind; only ${MOST_FINDINGS} findings are shown`;
  return [...shown, { file, position, message }];
}

function isAfter({ position: a }: Diagnostic, { position: b }: Diagnostic): boolean {
  if (!a || !b) return a !== undefined;
  return a.line > b.line || (a.line === b.line && a.column > b.column);
}
