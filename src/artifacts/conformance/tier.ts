import type { Badge, ConformanceCounts } from './model.ts';

/** The badge that the counts decide; undefined when they leave more than one open. */
export function decidedBadge(counts: ConformanceCounts): Badge | undefined {
  const [badge, ...others] = possibleBadges(counts);
  return others.length === 0 ? badge : undefined;
}

/**
 * The badges that the counts leave open: one when they decide it, all four when they say nothing.
 *
 * A failed MUST is F. Without one the rate of passed SHOULDs counts: T1 from 95 %, T2 from 70 %, else T3, and
 * without any SHOULD the rate is 100 %. Without any MUST nothing was checked: F can never be ruled out.
 */
export function possibleBadges(counts: ConformanceCounts): readonly Badge[] {
  const { must_passed: passed, must_total: total } = counts;
  if (passed === undefined || total === undefined) return [...badgesByRate(counts), 'F'];
  if (passed < total) return ['F'];
  return total > 0 ? badgesByRate(counts) : [...badgesByRate(counts), 'F'];
}

function badgesByRate(counts: ConformanceCounts): readonly Badge[] {
  const { must_total: musts, should_passed: passed, should_total: total } = counts;
  const isUnknown = passed === undefined || total === undefined;
  // neither a MUST nor a SHOULD: there is nothing that a stated badge could contradict
  if (isUnknown || (total === 0 && musts === 0)) return ['T1', 'T2', 'T3'];
  // in whole numbers, so that 19 of 20 are exactly 95 %
  if (passed * 100 >= total * 95) return ['T1'];
  return passed * 100 >= total * 70 ? ['T2'] : ['T3'];
}
