import { checkRecording, type RecordingCheck } from '../../artifacts/cassette/recordings/check-recording.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { SUITE_FINDINGS } from '../../features/scenario/check/findings.ts';
import { lintSuite } from '../../features/scenario/check/lint.ts';
import { parseSuite } from '../../features/scenario/suite/suite-file.ts';
import { isRefused } from '../../findings/finding.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { CHECK_FORMATS } from '../../report/scenario/formats.ts';
import { folderOf } from '../../text/folders.ts';
import { writeReport } from '../output.ts';
import type { CHECK_FLAGS } from './flags.ts';

/** Runs `mcptest scenario check`: lints a suite without replaying it. Rejects on any finding, warnings included. */
export async function scenarioCheck(
  file: string,
  options: OptionsOf<typeof CHECK_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const suite = await parseSuite(ports.files.readText(file), file);
  const folder = { path: options.cassetteDir ?? folderOf(file), files: ports.files };
  // many scenarios may name the same recording
  const known = new Map<string, Promise<RecordingCheck>>();
  const check = await lintSuite(suite, (reference) => {
    const checking = known.get(reference) ?? checkRecording(reference, folder);
    known.set(reference, checking);
    return checking;
  });
  await writeReport(check, CHECK_FORMATS, options, ports);
  return isRefused(SUITE_FINDINGS, check.findings) ? EXIT.rejected : EXIT.accepted;
}
