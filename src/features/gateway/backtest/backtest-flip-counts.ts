import type { Decision } from '../../../artifacts/audit-log/model.ts';
import { FLIPS, type Flip, flipOf, isLoosening } from './backtest-flips.ts';
import type { BacktestCounts } from './backtest-schema.ts';

/** The counts, for merging into another counter. */
export interface FlipState {
  readonly total: number;
  readonly unknown: number;
  readonly flips: Readonly<Record<Flip, number>>;
}

/** Counts how the decisions on records change. */
export class FlipCounts {
  readonly #flips = Object.fromEntries(FLIPS.map((flip) => [flip, 0])) as Record<Flip, number>;
  #total = 0;
  #unknown = 0;

  /** @param times how many records it stands for */
  add(before: Decision, after: Decision, times = 1): void {
    this.#total += times;
    if (before !== after) this.#flips[flipOf(before, after)] += times;
  }

  addUnknown(times = 1): void {
    this.#total += times;
    this.#unknown += times;
  }

  toState(): FlipState {
    return { total: this.#total, unknown: this.#unknown, flips: { ...this.#flips } };
  }

  merge({ total, unknown, flips }: FlipState): void {
    this.#total += total;
    this.#unknown += unknown;
    for (const flip of FLIPS) this.#flips[flip] += flips[flip];
  }

  get total(): number {
    return this.#total;
  }

  toCounts(): BacktestCounts {
    return toCounts(this.toState());
  }
}

/** Adds up flips. */
export function toCounts({ total, unknown, flips }: FlipState): BacktestCounts {
  const sum = (isCounted: (flip: Flip) => boolean) =>
    FLIPS.filter(isCounted).reduce((all, flip) => all + flips[flip], 0);
  const loosening = sum(isLoosening);
  const tightening = sum((flip) => !isLoosening(flip));
  const flipped = loosening + tightening;
  return {
    total,
    unchanged: total - flipped - unknown,
    unknown,
    flipped,
    loosening,
    tightening,
    flips: { ...flips },
  };
}
