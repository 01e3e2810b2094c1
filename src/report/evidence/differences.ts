import type { Difference } from '../../features/evidence/emit/reproducibility.ts';
import { escapeLine } from '../../text/escape-terminal.ts';
import { plural } from '../plural.ts';

/** A longer list helps no reader. */
const MOST_SHOWN = 25;

/** Lists, as human-readable text, the tests in which two runs that should agree differ. */
export function formatDifferences(differences: readonly Difference[], first: string, second: string): string {
  const shown = differences
    .slice(0, MOST_SHOWN)
    .map(({ test, first, second }) =>
      escapeLine(`  ${test}: ${first ?? 'no such test'}, then ${second ?? 'no such test'}`),
    );
  const more = differences.length - shown.length;
  return [
    escapeLine(
      `not reproduced: ${plural(differences.length, 'test')} ended differently in ${second} than in ${first}`,
    ),
    ...shown,
    ...(more > 0 ? [`  and ${more} more`] : []),
    'nothing was written',
    '',
  ].join('\n');
}
