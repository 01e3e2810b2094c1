import { toJson } from '../../documents/to-json.ts';
import type { ScenarioReport } from '../../features/scenario/judge/report-schema.ts';

/** The report itself, `mcptest.dev/scenario-report/v1`. */
export function formatJson(report: ScenarioReport): string {
  return toJson(report);
}
