import { toJson, toJsonLine } from '../../documents/to-json.ts';
import { toGatewayVerdict } from '../../features/gateway/decide/gateway-verdict.ts';
import type { Simulation } from '../../features/gateway/decide/simulation.ts';
import { joinWhole } from '../whole.ts';

/**
 * Formats verdicts as JSON: one document for one call, one line for each of several calls, in their order. A call that
 * is alone on one line gets one line: its file may be a JSON document or JSON Lines, and so may the report.
 */
export function formatSimulationJson({ many, isOneLine, calls }: Simulation): string {
  const write = many || isOneLine ? toJsonLine : toJson;
  return joinWhole(calls.map(({ verdict, expected }) => write(toGatewayVerdict(verdict, expected))));
}
