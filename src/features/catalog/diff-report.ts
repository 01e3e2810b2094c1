import { countFindings } from '../../findings/finding.ts';
import type { ToolCatalog } from '../../mcp/listed-tool.ts';
import { present } from '../../values/own-property.ts';
import { CATALOG_CHANGES, FAIL_ON, type FailOn } from './changes.ts';
import { diffCatalogs } from './diff-catalogs.ts';
import type { CatalogChange, CatalogDiff } from './diff-schema.ts';

/** A catalog and the file that it was read from. */
export interface CatalogFile extends ToolCatalog {
  readonly file: string;
}

/**
 * Compares two catalogs.
 * @param failOn the least change that rejects; without it nothing does
 */
export function toCatalogDiff(
  before: CatalogFile,
  after: CatalogFile,
  failOn: FailOn | undefined,
): CatalogDiff {
  const findings = diffCatalogs(before.tools, after.tools);
  return {
    schema_version: 'mcptest.dev/catalog-diff/v1',
    before: { file: before.file, tools: before.tools.length },
    after: { file: after.file, tools: after.tools.length },
    ...present({ fail_on: failOn }),
    accepted: isAccepted(findings, failOn),
    findings,
    counts: countFindings(CATALOG_CHANGES, findings),
  };
}

/** Whether no change matters as much as what rejects. @param failOn without it nothing rejects */
export function isAccepted(
  findings: readonly Pick<CatalogChange, 'severity'>[],
  failOn: FailOn | undefined,
): boolean {
  const rejecting: readonly string[] = failOn ? FAIL_ON[failOn] : [];
  return !findings.some(({ severity }) => rejecting.includes(severity));
}
