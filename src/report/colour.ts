import pc from 'picocolors';
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

export function paletteFor(colour: boolean): Palette {
  const { bold, dim, green, yellow, red, cyan } = pc.createColors(colour);
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
