import type { Tone } from '../text/tone.ts';

type Paint = (text: string) => string;

/**
 * How text looks on a terminal: a paint for each tone, and bold, which combines with any tone. Quiet text is for
 * looking things up. A report must be complete without colour.
 */
export type Palette = Readonly<Record<Tone | 'bold', Paint>>;

/** The palette without colour, for files, pipes and tests. */
export const PLAIN: Palette = toPalette({
  bold: String,
  dim: String,
  green: String,
  yellow: String,
  red: String,
  cyan: String,
});

/** Returns the palette. Loads the library only when there is something to paint: loading it sets up the terminal. */
export async function loadPalette(colour: boolean): Promise<Palette> {
  if (!colour) return PLAIN;
  const { default: picocolors } = await import('picocolors');
  return toPalette(picocolors.createColors(true));
}

type Paints = Readonly<Record<'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan', Paint>>;

function toPalette({ bold, dim, green, yellow, red, cyan }: Paints): Palette {
  return { bold, quiet: dim, good: green, caution: yellow, bad: red, note: cyan };
}
