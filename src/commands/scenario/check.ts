import { checkRecording } from '../../artifacts/cassette/recordings/check-recording.ts';
import { folderOf } from '../../artifacts/cassette/recordings/recording-files.ts';
import { toJson } from '../../documents/to-json.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { SUITE_FINDINGS } from '../../features/scenario/check/findings.ts';
import { lintSuite } from '../../features/scenario/check/lint.ts';
import { parseSuite } from '../../features/scenario/suite/suite-file.ts';
import { isRefused } from '../../findings/finding.ts';
import type { Ports } from '../../ports.ts';
import { formatSuiteCheck } from '../../report/scenario/check.ts';
import { emit, type FormatOptions, formatOf, type OutputOptions, paletteOf } from '../output.ts';

interface CheckOptions extends OutputOptions, FormatOptions<'pretty' | 'json'> {
  readonly cassetteDir?: string;
}

/** `mcptest scenario check`: lints a suite without replaying. Any finding, a warning too, is a no. */
export async function scenarioCheck(file: string, options: CheckOptions, ports: Ports): Promise<ExitCode> {
  const format = formatOf(options);
  const suite = await parseSuite(ports.files.readText(file), file);
  const folder = { path: options.cassetteDir ?? folderOf(file), files: ports.files };
  const check = await lintSuite(suite, (reference) => checkRecording(reference, folder));
  const report = format === 'json' ? toJson(check) : formatSuiteCheck(check, await paletteOf(options, ports));
  emit(report, options, ports);
  return isRefused(SUITE_FINDINGS, check.findings) ? EXIT.rejected : EXIT.accepted;
}
