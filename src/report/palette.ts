import type { Tone } from '../text/tone.ts';

type Paint = (text: string) => string;

/**
 * How things look on a terminal: each tone, and bold, which goes with any of them. What is quiet is there to be
 * looked up, not read. The words say it all without colour too.
 */
export type Palette = Readonly<Record<Tone | 'bold', Paint>>;

/** No colour at all: what files, pipes and tests get. */
export const PLAIN: Palette = toPalette({
  bold: String,
  dim: String,
  green: String,
  yellow: String,
  red: String,
  cyan: String,
});

/** The library is loaded only when there is something to paint: on its way in it sets up the terminal. */
export async function loadPalette(colour: boolean): Promise<Palette> {
  if (!colour) return PLAIN;
  const { default: picocolors } = await import('picocolors');
  return toPalette(picocolors.createColors(true));
}

type Paints = Readonly<Record<'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan', Paint>>;

function toPalette({ bold, dim, green, yellow, red, cyan }: Paints): Palette {
  return { bold, quiet: dim, good: green, caution: yellow, bad: red, note: cyan };
}
