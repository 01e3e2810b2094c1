import type { Outcome, Verdict } from '../rules/outcomes.ts';
import type { WaiverStatus } from '../rules/waivers.ts';

type Paint = (text: string) => string;

/** How things look on a terminal. The words say it all without colour too. */
export interface Palette {
  readonly bold: Paint;
  /** For what is there to be looked up, not read. */
  readonly quiet: Paint;
  readonly verdict: Readonly<Record<Verdict, Paint>>;
  readonly outcome: Readonly<Record<Outcome, Paint>>;
  readonly waiver: Readonly<Record<WaiverStatus, Paint>>;
  readonly severity: Readonly<Record<'error' | 'warning', Paint>>;
}

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
  const strong = (paint: Paint) => (text: string) => bold(paint(text));
  return {
    bold,
    quiet: dim,
    verdict: { pass: strong(green), warn: strong(yellow), fail: strong(red) },
    outcome: {
      pass: green,
      fail: red,
      warn: yellow,
      waived: cyan,
      'expired-waiver': red,
      unevaluated: red,
    },
    waiver: { active: cyan, expired: red, unused: dim, 'unknown-rule': yellow },
    severity: { error: red, warning: yellow },
  };
}
