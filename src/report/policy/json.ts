import { toJson } from '../../documents/to-json.ts';
import type { PolicyReport } from '../../features/policy/report-schema.ts';

/** The report itself, `mcptest.dev/policy-report/v1`. */
export function formatJson(report: PolicyReport): string {
  return toJson(report);
}
