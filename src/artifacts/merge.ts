import { BADGES, type Conformance, type ConformanceCounts, TIER_OF } from './conformance/model.ts';
import { addUp, officialFormat } from './conformance/official.ts';
import type { ArtifactKind } from './kinds.ts';
import type { ArtifactValues } from './load.ts';
import type { CountName } from './model-compat/model.ts';
import type { RunCounts } from './run-report/model.ts';
import { SCAN_SEVERITIES, type ScanSeverity } from './security/model.ts';

/** Makes one artifact of several, which are not empty. Counts are added; one that is not in all of them is absent. */
type Merge<K extends ArtifactKind> = (
  parts: readonly ArtifactValues[K][],
  formats: readonly string[],
) => ArtifactValues[K];

/** How several artifacts of a kind become one. A kind without a row describes one thing: several make no sense. */
export const MERGES: { readonly [K in ArtifactKind]?: Merge<K> } = {
  'run-report': (runs) => {
    // a report that lists its tests and counts no inconclusive one has none
    const counts = runs.map((run) => ({ ...(run.tests && { inconclusive: 0 }), ...run.counts }));
    const { inconclusive, ...rest } = sums<keyof RunCounts>(
      ['total', 'passed', 'failed', 'skipped', 'inconclusive'],
      counts,
    );
    const isCounted = runs.some((run) => run.counts.inconclusive !== undefined);
    return { counts: { ...rest, ...(isCounted && inconclusive !== undefined && { inconclusive }) } };
  },
  security: (scans) => {
    const counts = sums<ScanSeverity>(
      SCAN_SEVERITIES,
      scans.map((scan) => scan.counts),
    ) as Record<ScanSeverity, number>;
    return { counts, total: scans.reduce((total, scan) => total + scan.total, 0) };
  },
  'conformance-report': (reports, formats) => {
    // the official suite writes a file for each scenario of one server
    if (formats.every((format) => format === officialFormat.name)) return addUp(reports);
    return { ...sums<keyof ConformanceCounts>(COUNTS, reports), ...worstBadge(reports) };
  },
  'model-compat': (diffs) => ({
    counts: sums<CountName>(
      ['total', 'pass', 'drift', 'fail'],
      diffs.map((diff) => diff.counts),
    ),
  }),
};

const COUNTS = ['must_passed', 'must_total', 'should_passed', 'should_total'] as const;

/** Several servers are as good as the worst of them. */
function worstBadge(reports: readonly Conformance[]): Pick<Conformance, 'badge' | 'tier'> {
  if (reports.some(({ badge }) => badge === undefined)) return {};
  const badge = BADGES.findLast((each) => reports.some((report) => report.badge === each));
  return badge ? { badge, tier: TIER_OF[badge] } : {};
}

function sums<N extends string>(
  names: readonly N[],
  parts: readonly { readonly [name in N]?: number }[],
): { [name in N]?: number } {
  const result: { [name in N]?: number } = {};
  for (const name of names) {
    const values = parts.map((part) => part[name]);
    if (values.every((value) => value !== undefined)) {
      result[name] = values.reduce<number>((sum, value) => sum + (value as number), 0);
    }
  }
  return result;
}
