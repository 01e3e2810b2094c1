import { toJson, toJsonLine } from '../../documents/to-json.ts';
import { toGatewayVerdict } from '../../features/gateway/decide/gateway-verdict.ts';
import type { Simulation } from '../../features/gateway/decide/simulation.ts';
import { joinWhole } from '../whole.ts';

/**
 * One document for one call; for many one a line, in their order. For one call on one line, a line: it is a document and
 * JSON Lines at once, as the call is.
 */
export function formatSimulationJson({ many, isOneLine, calls }: Simulation): string {
  const write = many || isOneLine ? toJsonLine : toJson;
  return joinWhole(calls.map(({ verdict, expected }) => write(toGatewayVerdict(verdict, expected))));
}
