import { below, type Contradiction } from '../../../documents/compare-with-parts.ts';
import { countContradictions } from '../backtest/backtest-contradictions.ts';
import type { Suggestion } from './suggestions-file.ts';

/** Returns what suggestions say of their backtests against the flips of these. */
export function suggestionContradictions({
  suggestions,
}: {
  readonly suggestions: readonly Suggestion[];
}): Contradiction[] {
  return suggestions.flatMap(({ backtest }, index) =>
    below(['suggestions', index, 'backtest'], countContradictions(backtest)),
  );
}
