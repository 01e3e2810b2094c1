import { type Contradiction, compareWithParts } from '../documents/compare-with-parts.ts';
import { countFindings } from './finding.ts';
import type { FindingTable } from './table.ts';

/** Returns what a report of findings says against its findings. */
export function findingContradictions<Severity extends string>(
  table: FindingTable<Severity>,
  report: {
    readonly findings: readonly { readonly severity: NoInfer<Severity> }[];
    readonly counts: Readonly<Record<NoInfer<Severity>, number>>;
  },
): Contradiction[] {
  const counts = countFindings(table, report.findings) as Record<string, number>;
  return compareWithParts({ counts: report.counts as Record<string, number> }, { counts }, 'the findings');
}
