import type { SecurityReport } from '../../artifacts/security/report-schema.ts';
import { type Contradiction, compareWithParts, nothingChecked } from '../../documents/compare-with-parts.ts';
import { countOf, isAccepted } from './to-report.ts';

/** Returns what the report of a scan says against its own findings. */
export function securityContradictions(report: SecurityReport): Contradiction[] {
  const { findings, fail_on, suppressed, suppressions, pinned, pins, target } = report;
  const active = new Set(
    suppressions.filter(({ status }) => status === 'active').map(({ rule_id }) => rule_id),
  );
  return [
    ...compareWithParts(
      report,
      { accepted: isAccepted(findings, fail_on), summary: countOf(findings) },
      'the findings',
    ),
    ...suppressed.flatMap(({ rule_id }, index) =>
      active.has(rule_id)
        ? []
        : [
            {
              path: ['suppressed', index, 'rule_id'],
              message: 'is suppressed, but no active entry names it',
            },
          ],
    ),
    ...(pinned.length > 0 && !pins?.written
      ? [{ path: ['pinned'], message: 'has findings that a lock accepts, but this scan wrote none' }]
      : []),
    ...nothingChecked(['target'], target.length, 'target'),
  ];
}
