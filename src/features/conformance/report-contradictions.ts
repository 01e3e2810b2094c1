import { TIER_OF } from '../../artifacts/conformance/model.ts';
import type { ConformanceReport } from '../../artifacts/conformance/report-schema.ts';
import { decidedBadge } from '../../artifacts/conformance/tier.ts';
import { type Contradiction, compareWithParts } from '../../documents/compare-with-parts.ts';
import { countOf, isAccepted, isEnough } from './to-report.ts';

/** Returns what the report of a conformance run says against its own checks. */
export function conformanceContradictions(report: ConformanceReport): Contradiction[] {
  const { checks, eras, min_verified: minVerified, withheld } = report;
  const { expected, unexpected_passes: unexpected } = report;
  const total = countOf(checks);
  const failed = new Set(checks.filter(({ status }) => status === 'fail').map(({ id }) => id));
  const decided = decidedBadge(total);
  const isExpected = expected.length > 0 || unexpected.length > 0;
  const isStated = withheld === undefined && !isExpected && (decided === 'F' || isEnough(total, minVerified));
  const badge = isStated ? decided : undefined;
  const sums = Object.fromEntries(
    Object.keys(total).map((name) => [
      name,
      eras.reduce((sum, era) => sum + era[name as keyof typeof total], 0),
    ]),
  ) as typeof total;
  return [
    ...compareWithParts(
      report,
      {
        ...{ badge, tier: badge && TIER_OF[badge] },
        accepted: isAccepted(checks, { expected: new Set(expected), unexpected, minVerified }),
        ...total,
        eras: eras.map(({ era }) => countOf(checks.filter((check) => check.era === era))),
        expected: expected.filter((id) => failed.has(id)),
        unexpected_passes: unexpected.filter((id) => !failed.has(id)),
      },
      'the checks',
    ),
    ...compareWithParts(report, sums, 'the eras'),
  ];
}
