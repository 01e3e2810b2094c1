import type { Simulation } from '../../gateway/simulation.ts';
import { toVerdictReport } from '../../gateway/verdict-report.ts';
import { toJson, toJsonLine } from '../json.ts';
import { joinWhole } from '../whole.ts';

/** One document for one call; for many one a line, in their order. */
export function formatSimulationJson({ many, calls }: Simulation): string {
  const write = many ? toJsonLine : toJson;
  return joinWhole(calls.map(({ verdict, expected }) => write(toVerdictReport(verdict, expected))));
}
