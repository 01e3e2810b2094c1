import type { Tone } from '../text/tone.ts';

/** What a severity means for the report and the exit code. */
export interface SeverityMeaning {
  readonly tone: Tone;
  /** Whether one such finding rejects the input: exit code 1. */
  readonly isRefusal: boolean;
  /** The word for several of them: `2 errors`; an adjective stays unchanged: `2 high`. */
  readonly plural: string;
}

/** The severities of one command, worst first. */
export type SeverityScale<Severity extends string = string> = Readonly<Record<Severity, SeverityMeaning>>;

/** The scale of a lint that reports only problems. */
export const ERRORS_AND_WARNINGS = {
  error: { tone: 'bad', isRefusal: true, plural: 'errors' },
  warning: { tone: 'caution', isRefusal: true, plural: 'warnings' },
} as const satisfies SeverityScale;

/** As {@link ERRORS_AND_WARNINGS}, for a lint that also reports facts worth knowing that are not problems. */
export const ERRORS_WARNINGS_AND_NOTES = {
  ...ERRORS_AND_WARNINGS,
  note: { tone: 'note', isRefusal: false, plural: 'notes' },
} as const satisfies SeverityScale;
