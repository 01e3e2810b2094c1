import { toJson } from '../../documents/to-json.ts';
import type { SecurityReport } from './report-schema.ts';

/** Writes the report of a scan, which `policy simulate --security` reads. */
export function writeSecurity(report: SecurityReport): string {
  return toJson(report);
}
