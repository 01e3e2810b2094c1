import { type Contradiction, compareWithParts } from '../../documents/compare-with-parts.ts';
import { countRequests, isAccepted } from './verify-report.ts';
import type { VerifyReport } from './verify-schema.ts';

/** Returns what the comparison of a server with a tape says against its own requests. */
export function verifyContradictions(report: VerifyReport): Contradiction[] {
  const { requests } = report;
  const counts = countRequests(requests);
  return compareWithParts(
    report,
    {
      counts,
      accepted: isAccepted(counts),
      requests: requests.map(({ outcome, differences }) => ({
        outcome: outcome === 'same' && differences.length > 0 ? ('differs' as const) : outcome,
      })),
    },
    'the requests',
  );
}
