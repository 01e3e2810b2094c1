import type { Badge, ConformanceCounts } from './model.ts';

/** Returns the badge that follows from the counts; undefined when more than one is possible. */
export function decidedBadge(counts: ConformanceCounts): Badge | undefined {
  const [badge, ...others] = possibleBadges(counts);
  return others.length === 0 ? badge : undefined;
}

/**
 * Returns the badges that are possible with these counts: one when they decide it, all four when they say nothing.
 *
 * A failed MUST gives F. Otherwise the share of SHOULDs that passed decides: T1 from 95 %, T2 from 70 %, else T3.
 * Without any SHOULD the share is 100 %. Without any MUST nothing was checked, so F can never be ruled out.
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
  // without a MUST and a SHOULD, a stated badge contradicts nothing
  if (isUnknown || (total === 0 && musts === 0)) return ['T1', 'T2', 'T3'];
  // whole numbers, so that 19 of 20 is exactly 95 %
  if (passed * 100 >= total * 95) return ['T1'];
  return passed * 100 >= total * 70 ? ['T2'] : ['T3'];
}
