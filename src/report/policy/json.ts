import type { PolicyReport } from '../../policy/report-schema.ts';

/** The report itself, `mcptest.dev/policy-report/v1`. */
export function formatJson(report: PolicyReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
