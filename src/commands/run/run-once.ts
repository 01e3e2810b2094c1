import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { compileSuite } from '../../features/run/compile-suite.ts';
import { combinationsOf, expandCases } from '../../features/run/expand-cases.ts';
import { refuseIdleLimits } from '../../features/run/idle-limits.ts';
import { literalSecrets } from '../../features/run/literal-secrets.ts';
import { selectCases } from '../../features/run/select-cases.ts';
import { shownRun } from '../../features/run/shown-run.ts';
import { snapshotPath } from '../../features/run/snapshots.ts';
import { isAccepted, toRunResult } from '../../features/run/to-run-result.ts';
import type { ProtocolChoice } from '../../mcp/protocol.ts';
import type { Target } from '../../mcp/target.ts';
import type { Ports } from '../../ports.ts';
import { RUN_FORMATS } from '../../report/run/formats.ts';
import { readNow } from '../../time/clock.ts';
import { VERSION } from '../../version.ts';
import { writeArtifact } from '../artifact-output.ts';
import { warn } from '../output.ts';
import { refuseOverwriting } from '../refuse-overwriting.ts';
import { reportFiles } from '../report-files.ts';
import { reachAll } from './reach.ts';
import { type RunOptions, runAll } from './run-all.ts';
import type { RunRecording } from './run-recording.ts';
import { NO_TIMES, readTimes } from './times.ts';

/** What to run. */
export interface RunTask {
  readonly files: readonly string[];
  readonly protocol: ProtocolChoice | 'both';
  /** The server of the command line, in place of the only one of each suite. */
  readonly other: Target | undefined;
}

/**
 * Reads suites, runs them once, and writes the reports.
 * @throws InputError when something cannot be read or started, or the user interrupts; NothingSelectedError
 */
export async function runOnce(
  { files, protocol, other }: RunTask,
  options: RunOptions,
  ports: Ports,
  recording?: RunRecording,
): Promise<ExitCode> {
  const suites = await Promise.all(files.map((file) => compileSuite(ports.files.readText(file), file)));
  warn(
    suites.flatMap(({ suite }) => literalSecrets(suite)),
    ports,
  );
  for (const { suite } of suites) {
    const { defaults } = suite;
    refuseIdleLimits(suite, [readTimes(NO_TIMES, defaults), readTimes(options, defaults)]);
  }
  const cases = selectCases(
    suites.flatMap((compiled) => {
      return expandCases(compiled.suite, combinationsOf(compiled.suite, protocol)).map((of) => ({
        ...of,
        compiled,
      }));
    }),
    { names: options.name ?? [], tags: options.tag ?? [] },
  );
  const reach = reachAll(cases, other, ports.env);
  const snapshots = options.updateSnapshots ? files.map(snapshotPath) : [];
  const outputs = [...reportFiles(options), ...snapshots];
  refuseOverwriting(outputs, { inputs: files, targets: reach.targets }, ports.files);
  recording?.begin(cases, reach);
  const startedAt = readNow(undefined, ports);
  const ran = await runAll(suites, cases, reach, options, ports, recording);
  const endedAt = readNow(undefined, ports);
  const result = toRunResult(ran.suites, {
    version: VERSION,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
    duration: ran.duration,
    requireCoverage: options.requireCoverage,
    strictTransport: options.strictTransport === true,
  });
  // judged before: an assertion sees the values as they are
  const report = shownRun(reach.masker.value(result));
  await writeArtifact(report, RUN_FORMATS, options, ports);
  return isAccepted(report) ? EXIT.accepted : EXIT.rejected;
}
