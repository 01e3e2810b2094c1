import { type Contradiction, compareWithParts } from '../../documents/compare-with-parts.ts';
import { findingContradictions } from '../../findings/contradictions.ts';
import { CATALOG_CHANGES } from './changes.ts';
import { isAccepted } from './diff-report.ts';
import type { CatalogDiff } from './diff-schema.ts';

/** Returns what the comparison of two catalogs says against its own changes. */
export function catalogDiffContradictions(report: CatalogDiff): Contradiction[] {
  const accepted = isAccepted(report.findings, report.fail_on);
  return [
    ...compareWithParts(report, { accepted }, 'the findings'),
    ...findingContradictions(CATALOG_CHANGES, report),
  ];
}
