import type { Trial } from './trial.ts';

/** The runs of one case on both sides, and further runs of the baseline if there are any. */
export interface ComparedCase {
  readonly id: string;
  readonly baseline: readonly Trial[];
  readonly candidate: readonly Trial[];
  readonly again: readonly Trial[] | undefined;
}

/** How the comparison decides. */
export interface CompareOptions {
  readonly alpha: number;
  readonly compareText: boolean;
  /** What the verdicts on the runs are. */
  readonly verdicts: 'suite' | 'recorded' | 'errors';
  readonly digest: (text: string) => string;
}
