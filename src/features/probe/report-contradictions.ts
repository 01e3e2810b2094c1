import { below, type Contradiction, compareWithParts } from '../../documents/compare-with-parts.ts';
import { clip } from '../../text/clip.ts';
import { listDifferences } from './compare-probes.ts';
import type { ProbeComparison } from './comparison-schema.ts';
import { conclude, countOutcomes } from './report.ts';
import type { ProbeReport } from './report-schema.ts';

/** Returns what the report of a probe says against its own tools. */
export function probeContradictions(report: ProbeReport): Contradiction[] {
  const { tools, dry_run: dryRun, conclusion, accepted, expect_unstable: permitted } = report;
  const shown = conclude(tools, { dryRun, violations: 0 });
  // messages that the protocol does not allow are faults, too, and only the notes tell of them
  const hasFaults = conclusion === 'faults' && !dryRun;
  const isAccepted = conclusion === 'no-faults' || conclusion === 'dry-run';
  return [
    ...compareWithParts(
      report,
      {
        conclusion: hasFaults ? 'faults' : shown,
        counts: countOutcomes(tools),
        calls: tools.reduce((sum, { calls }) => sum + calls, 0),
      },
      'the tools',
    ),
    ...compareWithParts(
      report,
      { accepted: isAccepted || (accepted && conclusion === 'only-tool-errors') },
      'its conclusions',
    ),
    ...tools.flatMap(({ name, outcome, stability, calls, reason, latency_ms: latencies }, index) => {
      const isOtherwise = stability === 'different' && !permitted.includes(name) && outcome === 'ok';
      const wasCalled = outcome === 'planned' ? dryRun : outcome !== 'skipped';
      return below(
        ['tools', index],
        [
          ...compareWithParts(
            { outcome: outcome as string, calls, reason: reason as string | null },
            {
              ...(isOtherwise && { outcome: 'unstable' }),
              ...(!dryRun && { calls: latencies.length }),
              ...(wasCalled && { reason: null }),
            },
            'its calls',
          ),
          ...(wasCalled === calls > 0
            ? []
            : [{ path: ['outcome'], message: `is "${outcome}", but the tool has ${calls} calls` }]),
        ],
      );
    }),
  ];
}

/** Returns what the comparison of two probes says against them. */
export function probeComparisonContradictions(comparison: ProbeComparison): Contradiction[] {
  const { reports, differences } = comparison;
  const [one, other] = reports;
  if (!one || !other || reports.length > 2) {
    return [{ path: ['reports'], message: `shows ${reports.length} probes, and compares two` }];
  }
  const told = new Set(differences.map(({ tool }) => tool));
  return [
    ...compareWithParts(
      comparison,
      { accepted: differences.length === 0 && reports.every(({ accepted }) => accepted) },
      'the probes and differences',
    ),
    ...listDifferences(one, other)
      .filter(({ tool }) => !told.has(tool))
      .map(({ tool, message }) => ({
        path: ['differences'],
        message: `lacks \`${clip(tool)}\`: ${message}`,
      })),
    ...reports.flatMap((report, index) => below(['reports', index], probeContradictions(report))),
  ];
}
