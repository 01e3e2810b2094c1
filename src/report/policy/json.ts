import type { PolicyReport } from '../../features/policy/report-schema.ts';
import { toJson } from '../json.ts';

/** The report itself, `mcptest.dev/policy-report/v1`. */
export function formatJson(report: PolicyReport): string {
  return toJson(report);
}
