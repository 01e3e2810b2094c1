import type { Simulation } from '../../gateway/simulation.ts';
import { toVerdictReport } from '../../gateway/verdict-report.ts';
import { toJson, toJsonLine } from '../json.ts';

/** One document for one call; for many one a line, in their order. */
export function formatSimulationJson({ many, calls }: Simulation): string {
  const reports = calls.map(({ verdict }) => toVerdictReport(verdict));
  return reports.map((report) => (many ? toJsonLine(report) : toJson(report))).join('');
}
