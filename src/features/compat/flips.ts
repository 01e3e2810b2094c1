import { fisherExact } from '../../statistics/exact-tests.ts';
import type { Trial } from './trial.ts';

/** How the majority outcome of a case changed; `undecided` if one of the sides has as many runs that held as not. */
export type Flip = 'none' | 'worse' | 'better' | 'undecided';

/** How many runs held, and how many did not. */
export interface Held {
  readonly held: number;
  readonly failed: number;
}

/** Counts the runs that held. */
export function heldIn(trials: readonly Trial[]): Held {
  const held = trials.filter((trial) => trial.held).length;
  return { held, failed: trials.length - held };
}

/** Compares the majority outcomes of a case. */
export function flipOf(baseline: Held, candidate: Held): Flip {
  const [before, now] = [majorityOf(baseline), majorityOf(candidate)];
  if (before === 0 || now === 0) return before === now ? 'none' : 'undecided';
  if (before === now) return 'none';
  return now < before ? 'worse' : 'better';
}

/** 1 if most runs held, -1 if most did not, 0 for a tie. */
function majorityOf({ held, failed }: Held): number {
  return Math.sign(held - failed);
}

/** More trials than this are never suggested. */
const MOST_TRIALS = 500;

/**
 * Estimates how many more trials of each side would decide a case, if its runs go on to hold as often as they did.
 * @param alpha what the p-value of the case is compared with, at worst
 * @returns undefined when no affordable number would
 */
export function moreTrials(before: Held, now: Held, alpha: number): number | undefined {
  const have = Math.min(before.held + before.failed, now.held + now.failed);
  const share = ({ held, failed }: Held) => held / (held + failed);
  const table = (part: number, trials: number) => {
    const held = Math.round(part * trials);
    return { held, failed: trials - held };
  };
  for (let trials = have + 1; trials <= MOST_TRIALS; trials++) {
    const p = fisherExact({ a: table(share(before), trials), b: table(share(now), trials) });
    if (p <= alpha) return trials - have;
  }
  return undefined;
}
