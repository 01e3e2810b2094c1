import { readSetup } from '../../artifacts/test-suite/read-setup.ts';
import { CallBudget } from '../../exec-policy/call-budget.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { Exemptions } from '../../features/probe/exemptions.ts';
import { readOwnArguments } from '../../features/probe/own-arguments.ts';
import { toProbeReport } from '../../features/probe/report.ts';
import { judgeProbe, runProbe } from '../../features/probe/run-probe.ts';
import { runSetup } from '../../features/probe/setup.ts';
import type { OptionsOf } from '../../flags.ts';
import { headerSecrets } from '../../mcp/header-secrets.ts';
import { readTarget } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { PROBE_FORMATS } from '../../report/probe/formats.ts';
import { Masker } from '../../text/masker.ts';
import { writeReport } from '../output.ts';
import type { PROBE_FLAGS } from './flags.ts';
import { readOneProtocol, readPolicy, readTimeout, reconnectsOf } from './live-options.ts';
import { type LiveSession, toolsOf, withServer } from './live-session.ts';
import { planCalls } from './plan-calls.ts';

/** Runs `mcptest probe`: calls the tools of a server that may be called, and reports what each one does. */
export async function probe(
  command: readonly string[],
  options: OptionsOf<typeof PROBE_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const target = readTarget(command, options, ports);
  const policy = readPolicy(options);
  const exemptions = new Exemptions(options.volatile, options.expectUnstable);
  const own = readOwnArguments(options.args);
  const dryRun = options.dryRun === true;
  const setup = readSetupOption(options.setup, ports);

  const budget = new CallBudget(policy.maxCalls);
  const timeout = readTimeout(options);
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
    const plans = await planCalls(task, ports.planner, timeout, session);
    const calls = await runProbe(plans, policy, to, clock, budget);
    const notes = [...connection.notes, ...(setup && !dryRun ? [noteOf(setup.calls.length)] : [])];
    return { calls, server: connection.server, notes };
  };
  const { calls, server, notes } = await withServer(
    target,
    { timeout, protocol: readOneProtocol(options), reconnects: reconnectsOf(policy, budget) },
    ports,
    work,
  );
  const probes = await judgeProbe(calls, exemptions);
  const report = new Masker(headerSecrets(target)).value(
    toProbeReport(probes, {
      target,
      server,
      dryRun,
      policy,
      notes,
      exemptions,
      allowToolErrors: options.allowToolErrors === true,
    }),
  );

  await writeReport(report, PROBE_FORMATS, options, ports);
  if (report.conclusion === 'nothing-called') return EXIT.nothingSelected;
  return report.accepted ? EXIT.accepted : EXIT.rejected;
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
