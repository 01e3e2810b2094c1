import type { Ports } from '../ports.ts';
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

/** The options that say where a report goes. */
export interface OutputOptions {
  readonly out: string | undefined;
  /** False with `--no-color`. */
  readonly color: boolean;
}

/** Returns colours for a terminal. `--no-color` and `NO_COLOR` turn them off, `FORCE_COLOR` on. A file gets none. */
export function paletteFor({ color, out }: OutputOptions, { env, stdout }: Ports): Promise<Palette> {
  if (out !== undefined || color === false || env.NO_COLOR) return loadPalette(false);
  if (env.FORCE_COLOR !== undefined) return loadPalette(!['0', 'false'].includes(env.FORCE_COLOR));
  return loadPalette(stdout.isTerminal && env.TERM !== 'dumb');
}

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
