import type { Tone } from '../text/tone.ts';

/** What it means that a finding is of one severity. */
export interface SeverityMeaning {
  readonly tone: Tone;
  /** Whether one such finding makes the answer a no: exit code 1. */
  readonly isRefusal: boolean;
  /** The word for several of them: `2 errors`; an adjective stays as it is: `2 high`. */
  readonly plural: string;
}

/** The severities of one command, the worst one first. */
export type SeverityScale<Severity extends string = string> = Readonly<Record<Severity, SeverityMeaning>>;

/** The scale of a lint that has only faults to report. */
export const ERRORS_AND_WARNINGS = {
  error: { tone: 'bad', isRefusal: true, plural: 'errors' },
  warning: { tone: 'caution', isRefusal: true, plural: 'warnings' },
} as const satisfies SeverityScale;

/** The same, for a lint that also reports what is worth knowing, and no fault. */
export const ERRORS_WARNINGS_AND_NOTES = {
  ...ERRORS_AND_WARNINGS,
  note: { tone: 'note', isRefusal: false, plural: 'notes' },
} as const satisfies SeverityScale;
