import type { ScenarioReport } from '../../features/scenario/judge/report-schema.ts';
import { toJson } from '../json.ts';

/** The report itself, `mcptest.dev/scenario-report/v1`. */
export function formatJson(report: ScenarioReport): string {
  return toJson(report);
}
