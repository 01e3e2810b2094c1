import { toJson } from '../../documents/to-json.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { readOwnArguments, withOwnArguments } from '../../features/probe/own-arguments.ts';
import { planProbe } from '../../features/probe/plan.ts';
import { toProbeReport } from '../../features/probe/report.ts';
import type { ProbeReport } from '../../features/probe/report-schema.ts';
import { runProbe } from '../../features/probe/run-probe.ts';
import { readTarget } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { formatProbe } from '../../report/probe/probe.ts';
import { emit, type OutputOptions, paletteOf } from '../output.ts';
import { type LiveOptions, readPolicy, readTimeout } from './live-options.ts';
import { type LiveSession, toolsOf, withServer } from './live-session.ts';

interface ProbeOptions extends LiveOptions, OutputOptions {
  readonly tool?: readonly string[];
  /** `TOOL=JSON` */
  readonly args?: readonly string[];
  readonly dryRun?: true;
  readonly format?: 'pretty' | 'json';
}

/** `mcptest probe`: what each tool of a server does when it is called, as far as it may be. */
export async function probe(
  command: readonly string[],
  options: ProbeOptions,
  ports: Ports,
): Promise<ExitCode> {
  const target = readTarget(command, options);
  const policy = readPolicy(options);
  const own = readOwnArguments(options.args);
  const dryRun = options.dryRun === true;

  const report = await withServer(target, readTimeout(options), ports, async (session) => {
    const { connection, clock } = session;
    const listed = await toolsOf(session, target);
    const made = await planProbe(listed, options.tool ?? [], policy, session.breathe);
    const plans = await withOwnArguments(made, own, policy);
    const probes = await runProbe(
      plans,
      policy,
      toProbeTarget(session, target.kind === 'http', dryRun),
      clock,
    );
    const { server, notes } = connection;
    return toProbeReport(probes, { target, server, dryRun, policy, notes });
  });

  emit(await render(report, options, ports), options, ports);
  return report.accepted ? EXIT.accepted : EXIT.rejected;
}

function toProbeTarget({ connection, signal }: LiveSession, isHttp: boolean, dryRun: boolean) {
  return {
    call: dryRun ? undefined : connection.callTool,
    isHttp,
    isOpen: () => connection.isOpen && !signal.aborted,
  };
}

async function render(report: ProbeReport, options: ProbeOptions, ports: Ports): Promise<string> {
  return options.format === 'json' ? toJson(report) : formatProbe(report, await paletteOf(options, ports));
}
