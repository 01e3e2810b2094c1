import { toJson } from '../../documents/to-json.ts';
import type { ConformanceReport } from './report-schema.ts';

/** Writes the report of a conformance run, which `policy simulate --conformance-report` reads. */
export function writeConformance(report: ConformanceReport): string {
  return toJson(report);
}
