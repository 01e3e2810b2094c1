import { presentable } from '../../diagnostic.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import {
  type CallOptions,
  checkExpectations,
  readAt,
  readCallOptions,
  refuseOtherTimes,
} from '../../features/gateway/calls/call-options.ts';
import { readCalls } from '../../features/gateway/calls/read-calls.ts';
import {
  isUnexpected,
  type Simulation,
  simulate,
  unexpectedVerdicts,
  unknownServers,
} from '../../features/gateway/decide/simulation.ts';
import { parseRuleSet } from '../../features/gateway/rule-file/rule-set-file.ts';
import type { TraceMode } from '../../features/gateway/rules/model.ts';
import { compileRuleSet } from '../../features/gateway/rules/rule-set.ts';
import type { Ports } from '../../ports.ts';
import { SIMULATION_FORMATS, type SimulationFormat } from '../../report/gateway/formats.ts';
import { readNow } from '../../time/clock.ts';
import { emit, type OutputOptions, paletteOf, tellErrors, warn } from '../output.ts';

interface SimulateOptions extends OutputOptions, CallOptions {
  readonly policies: string;
  readonly call?: string;
  readonly at?: string;
  readonly now?: string;
  readonly trace?: TraceMode;
  readonly gate?: true;
  readonly format?: SimulationFormat;
}

/** `mcptest gateway simulate`: load, inspect, decide, report. Source: `POST /api/policies/simulate`. */
export async function gatewaySimulate(options: SimulateOptions, ports: Ports): Promise<ExitCode> {
  const { policies, call: file = '', format = 'pretty' } = options;
  const described = readCallOptions(options, options.call);
  const at = readAt(options.at, readNow(options.now, ports));
  const ruleSet = compileRuleSet(parseRuleSet(ports.files.readText(policies), policies));
  const calls = described ?? readCalls(ports.files.readText(file), file);
  if (options.at !== undefined) refuseOtherTimes(calls, at);
  checkExpectations(calls, options.gate === true);

  const trace = options.trace ?? (calls.many ? 'matching' : 'all');
  const simulation = simulate(ruleSet, calls, { at, trace });

  const render = await SIMULATION_FORMATS[format]();
  warn([...calls.warnings, ...unknownServers(calls, ruleSet.file)], ports);
  emit(render(simulation, await paletteOf(options, ports)), options, ports);
  tellErrors(presentable(unexpectedVerdicts(simulation, calls)), ports);
  return isRefused(simulation, options.gate === true) ? EXIT.rejected : EXIT.accepted;
}

/** Without `--gate` this is a dry run, but for a file that says what it expects. */
function isRefused({ calls }: Simulation, isGate: boolean): boolean {
  return calls.some((call) => isUnexpected(call) || (isGate && call.verdict.decision !== 'allow'));
}
