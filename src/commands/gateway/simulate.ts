import type { Threats } from '../../artifacts/threats/model.ts';
import { readThreats } from '../../artifacts/threats/read.ts';
import { type Diagnostic, presentable } from '../../diagnostic.ts';
import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import {
  checkExpectations,
  readAt,
  readCallOptions,
  refuseOtherTimes,
} from '../../features/gateway/calls/call-options.ts';
import { type CallsFile, readCalls } from '../../features/gateway/calls/read-calls.ts';
import { contradictedByRegistry, refuseUnclear } from '../../features/gateway/calls/refuse-unclear.ts';
import { withThreats } from '../../features/gateway/calls/with-threats.ts';
import {
  isUnexpected,
  lookAlikeCalls,
  type Simulation,
  simulate,
  uncertainAllows,
  unexpectedVerdicts,
  unknownServers,
} from '../../features/gateway/decide/simulation.ts';
import { parseRuleSet } from '../../features/gateway/rule-file/rule-set-file.ts';
import { compileRuleSet, type RuleSet } from '../../features/gateway/rules/rule-set.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { SIMULATION_FORMATS } from '../../report/gateway/formats.ts';
import { readNow } from '../../time/clock.ts';
import { present } from '../../values/own-property.ts';
import { tellErrors, warn, writeReport } from '../output.ts';
import type { SIMULATE_FLAGS } from './flags.ts';

/**
 * Runs `mcptest gateway simulate`: load, inspect, decide, report. Spec (tool-call policies): "POST
 * /api/policies/simulate".
 */
export async function gatewaySimulate(
  options: OptionsOf<typeof SIMULATE_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const { policies, call: path = '' } = options;
  const described = readCallOptions(options, options.call);
  const at = readAt(options.at, readNow(options.now, ports));
  const file = parseRuleSet(ports.files.readText(policies), policies, 'decides');
  const { names = file.names, trustForwarded = false } = options;
  const ruleSet = compileRuleSet({ ...file, ...present({ names }), trustForwarded });
  const given = described ?? readCalls(ports.files.readText(path), path);
  const calls = withThreats(given, readThreatsOf(options.threats, ports), at);
  if (options.at !== undefined) refuseOtherTimes(calls, at);
  if (options.onHold !== undefined && options.gate !== true) throw new InputError(WITHOUT_GATE);
  checkExpectations(calls, options.gate === true);
  refuseUnclear(calls, ruleSet.file);

  const trace = options.trace ?? (calls.many ? 'matching' : 'all');
  const simulation = simulate(ruleSet, calls, { at, trace });

  warn(simulationWarnings(calls, simulation, ruleSet), ports);
  await writeReport(simulation, SIMULATION_FORMATS, options, ports);
  tellErrors(presentable(unexpectedVerdicts(simulation, calls)), ports);
  return isRefused(simulation, options) ? EXIT.rejected : EXIT.accepted;
}

function readThreatsOf(path: string | undefined, { files }: Ports): Threats | undefined {
  return path === undefined ? undefined : readThreats(files.readText(path), path);
}

/** Returns what a simulation does not cover, and what in the calls may be a mistake. */
export function simulationWarnings(
  calls: CallsFile,
  simulation: Simulation,
  ruleSet: RuleSet,
): readonly Diagnostic[] {
  return [
    ...calls.warnings,
    ...unknownServers(calls, ruleSet.file),
    ...contradictedByRegistry(calls, ruleSet.file),
    ...uncertainAllows(simulation, ruleSet.file),
    ...lookAlikeCalls(simulation, ruleSet),
  ];
}

const WITHOUT_GATE = { message: '--on-hold has no effect without --gate', help: 'add --gate' };

/** Whether to exit 1. Without `--gate` the command is a dry run, unless the calls state expectations. */
function isRefused(
  { calls }: Simulation,
  {
    gate = false,
    onHold = '1',
  }: { readonly gate?: true | undefined | false; readonly onHold?: '0' | '1' | undefined },
): boolean {
  const passing = onHold === '0' ? ['allow', 'require_approval'] : ['allow'];
  return calls.some((call) => isUnexpected(call) || (gate && !passing.includes(call.verdict.decision)));
}
