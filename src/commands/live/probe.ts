import { readSetup } from '../../artifacts/test-suite/read-setup.ts';
import { CallBudget } from '../../exec-policy/call-budget.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { compareProbes, type OneProbe, withoutSecondCalls } from '../../features/probe/compare-probes.ts';
import { Exemptions } from '../../features/probe/exemptions.ts';
import { readOwnArguments } from '../../features/probe/own-arguments.ts';
import { toProbeReport } from '../../features/probe/report.ts';
import type { ProbeReport } from '../../features/probe/report-schema.ts';
import { judgeProbe, runProbe, type ToolCalls } from '../../features/probe/run-probe.ts';
import { runSetup } from '../../features/probe/setup.ts';
import type { OptionsOf } from '../../flags.ts';
import { shownTexts } from '../../inspection/shown-text.ts';
import { headerSecrets } from '../../mcp/header-secrets.ts';
import { type ProtocolChoice, readProtocol } from '../../mcp/protocol.ts';
import { readTarget } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { COMPARISON_FORMATS, PROBE_FORMATS } from '../../report/probe/formats.ts';
import { Masker } from '../../values/masker.ts';
import { writeReport } from '../output.ts';
import { refuseOverwriting } from '../refuse-overwriting.ts';
import { reportFiles } from '../report-files.ts';
import type { PROBE_FLAGS } from './flags.ts';
import { readPolicy, readTimeout, reconnectsOf } from './live-options.ts';
import { type LiveSession, toolsOf, withServer } from './live-session.ts';
import { planCalls } from './plan-calls.ts';

type ProbeOptions = OptionsOf<typeof PROBE_FLAGS>;

/** Runs `mcptest probe`: calls the tools of a server that may be called, and reports what each one does. */
export async function probe(
  command: readonly string[],
  options: ProbeOptions,
  ports: Ports,
): Promise<ExitCode> {
  const task = readTask(command, options, ports);
  refuseOverwriting(reportFiles(options), { inputs: [], targets: [task.target] }, ports.files);
  const protocol = readProtocol(options.protocol);
  const masker = new Masker(headerSecrets(task.target));
  if (protocol !== 'both') {
    const { report } = await probeOnce(task, protocol, options, ports);
    await writeReport(shownTexts(masker.value(report)), PROBE_FORMATS, options, ports);
    return exitCodeOf([report], report.accepted);
  }
  const modern = await probeOnce(task, { kind: 'era', era: 'modern' }, options, ports);
  const legacy = await probeOnce(task, { kind: 'era', era: 'legacy' }, options, ports, modern.calls);
  const comparison = compareProbes(modern, legacy, task.exemptions);
  await writeReport(shownTexts(masker.value(comparison)), COMPARISON_FORMATS, options, ports);
  return exitCodeOf(comparison.reports, comparison.accepted);
}

function exitCodeOf(reports: readonly ProbeReport[], accepted: boolean): ExitCode {
  if (accepted) return EXIT.accepted;
  const isUnchecked = reports.some(({ conclusion }) => conclusion === 'nothing-called');
  const isWrong = reports.some(
    ({ conclusion }) => conclusion === 'faults' || conclusion === 'only-tool-errors',
  );
  return isUnchecked && !isWrong ? EXIT.nothingSelected : EXIT.rejected;
}

function readTask(command: readonly string[], options: ProbeOptions, ports: Ports) {
  const policy = readPolicy(options);
  return {
    target: readTarget(command, options, ports),
    policy,
    exemptions: new Exemptions(options.volatile, options.expectUnstable),
    own: readOwnArguments(options.args),
    dryRun: options.dryRun === true,
    setup: readSetupOption(options.setup, ports),
    budget: new CallBudget(policy.maxCalls),
    timeout: readTimeout(options),
  };
}

/**
 * Probes a server in one protocol.
 * @param before the calls that were made in another protocol: what may be called once is not called again
 */
async function probeOnce(
  { target, policy, exemptions, own, dryRun, setup, budget, timeout }: ReturnType<typeof readTask>,
  protocol: ProtocolChoice,
  options: ProbeOptions,
  ports: Ports,
  before: readonly ToolCalls[] = [],
): Promise<OneProbe> {
  const work = async (session: LiveSession) => {
    const { connection, clock } = session;
    const to = toProbeTarget(session, target.kind === 'http', dryRun);
    let tools = await toolsOf(session, target);
    if (setup) {
      await runSetup({ ...setup, tools, policy, budget, clock }, to);
      // a login may change which tools there are
      if (!dryRun) tools = await toolsOf(session, target);
    }
    const task = { tools, names: options.tool ?? [], own, policy };
    const plans = withoutSecondCalls(await planCalls(task, ports.planner, timeout, session), before);
    const calls = await runProbe(plans, policy, to, clock, budget);
    const notes = [...connection.notes, ...(setup && !dryRun ? [noteOf(setup.calls.length)] : [])];
    return { calls, server: connection.server, notes, violations: connection.violations.count };
  };
  const { calls, server, notes, violations } = await withServer(
    target,
    { timeout, protocol, reconnects: reconnectsOf(policy, budget) },
    ports,
    work,
  );
  const report = toProbeReport(await judgeProbe(calls, exemptions), {
    target,
    server,
    dryRun,
    policy,
    notes,
    violations,
    exemptions,
    allowToolErrors: options.allowToolErrors === true,
  });
  return { report, calls };
}

function readSetupOption(file: string | undefined, { files }: Ports) {
  return file === undefined ? undefined : { file, calls: readSetup(files.readText(file), file) };
}

function noteOf(count: number): string {
  return `${count === 1 ? '1 setup call was' : `${count} setup calls were`} made before the probe`;
}

function toProbeTarget({ connection, signal }: LiveSession, isHttp: boolean, dryRun: boolean) {
  return {
    call: dryRun ? undefined : connection.callTool,
    isHttp,
    isOpen: () => connection.isOpen && !signal.aborted,
  };
}
