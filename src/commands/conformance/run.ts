import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { parseExpectedFailures } from '../../features/conformance/expected-file.ts';
import { type EraRun, runEra } from '../../features/conformance/run-era.ts';
import { toConformanceReport } from '../../features/conformance/to-report.ts';
import { shownCommand } from '../../inspection/shown-command.ts';
import { shownTexts } from '../../inspection/shown-text.ts';
import { eraOfVersion, type ProtocolEra } from '../../mcp/protocol.ts';
import { nameOf, readTarget, type Target } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { CONFORMANCE_FORMATS } from '../../report/conformance/formats.ts';
import { clip } from '../../text/clip.ts';
import { writeArtifact } from '../artifact-output.ts';
import { interruption } from '../interruption.ts';
import { readTimeout } from '../live/live-options.ts';
import { maskedError } from '../live/masked-error.ts';
import { fromCommandLine, type ReachedServer } from '../live/reached-server.ts';
import { refuseOverwriting } from '../refuse-overwriting.ts';
import { reportFiles } from '../report-files.ts';
import type { ConformanceOptions } from './flags.ts';
import { unspoken } from './unspoken.ts';

/** The share of the MUSTs that must be verified for a badge, in per cent. */
const MIN_VERIFIED = 60;

/**
 * Runs `mcptest conformance run`: checks a server against sentences of the specification of MCP.
 * Spec (scanning): "`mcptest conformance run`"
 */
export async function conformanceRun(
  command: readonly string[],
  options: ConformanceOptions,
  ports: Ports,
): Promise<ExitCode> {
  return checkServer(fromCommandLine(readTarget(command, options, ports)), options, ports);
}

/** Checks a server, and reports, as `conformance run` does. @throws InputError when it cannot be checked */
export async function checkServer(
  { target, masker }: ReachedServer,
  options: ConformanceOptions,
  ports: Ports,
): Promise<ExitCode> {
  const { spec = 'both', expectedFailures: file } = options;
  refuseOverwriting(
    reportFiles(options),
    { inputs: file === undefined ? [] : [file], targets: [target] },
    ports.files,
  );
  const minVerified = readPercent(options.minVerified);
  const expected = file === undefined ? undefined : parseExpectedFailures(ports.files.readText(file), file);
  const eras: readonly ProtocolEra[] = spec === 'both' ? ['legacy', 'modern'] : [eraOfVersion(spec)];
  const runs = await runAll(target, eras, readTimeout(options), ports);
  await refuseNothing({ target, masker }, runs, spec);
  const report = toConformanceReport(runs, {
    server: nameOf(target, shownCommand),
    transport: target.kind,
    minVerified,
    expected,
  });
  const masked = shownTexts(masker.value(report));
  await writeArtifact(masked, CONFORMANCE_FORMATS, options, ports);
  return masked.accepted ? EXIT.accepted : EXIT.rejected;
}

async function runAll(
  target: Target,
  eras: readonly ProtocolEra[],
  timeout: number,
  ports: Ports,
): Promise<EraRun[]> {
  const [{ openPeer }, { breathe }] = await Promise.all([
    import('../../live/open-peer.ts'),
    import('../../live/pause.ts'),
  ]);
  const { signal, stopListening } = interruption(ports);
  const reach = {
    transport: target.kind,
    url: target.kind === 'http' ? target.url : '',
    open: () => openPeer(target, timeout, signal),
    breathe: () => breathe(signal),
  };
  const runs: EraRun[] = [];
  try {
    for (const era of eras) runs.push(await runEra(era, reach));
    signal.throwIfAborted();
  } finally {
    stopListening();
  }
  for (const run of runs) if (!run.isSpoken) skipEra(run, target.kind);
  return runs;
}

/** An era that the server does not speak is nothing that it offers; one that could not be asked for was not verified. */
function skipEra({ era, isSpoken, verdicts }: EraRun, transport: Target['kind']): void {
  // MCP on stdio: a server that does not answer `server/discover` is one of the legacy era
  const isRefused = isSpoken === false || (transport === 'stdio' && era === 'modern');
  if (isRefused) verdicts.skipRest('not-declared');
  else verdicts.skipRest('not-verified', 'mcptest could not find out whether the server speaks this era');
}

/** @throws InputError when no era was spoken, or not the revision that was asked for */
async function refuseNothing(
  { target, masker }: ReachedServer,
  runs: readonly EraRun[],
  spec: string,
): Promise<void> {
  const spoken = runs.filter(({ isSpoken }) => isSpoken);
  if (spoken.length === 0) throw maskedError(await unspoken(target, runs), masker);
  const [run] = spoken;
  if (spec === 'both' || run?.version === spec) return;
  throw new InputError({
    message: `\`${clip(nameOf(target), 120)}\` does not speak MCP ${spec}; it speaks ${clip(run?.version ?? 'another revision')}`,
    help: 'leave --spec out to check the revision that it speaks',
  });
}

/** @throws InputError */
function readPercent(given: string | undefined): number {
  if (given === undefined) return MIN_VERIFIED;
  const percent = /^\d{1,3}(?:\.\d{1,3})?%?$/.test(given) ? Number.parseFloat(given) : Number.NaN;
  if (percent >= 0 && percent <= 100) return percent;
  throw new InputError({
    message: `--min-verified must be a percentage from 0 to 100, found \`${given}\``,
    help: 'pass a number such as 60',
  });
}
