import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { Ports } from '../../ports.ts';
import type { AgainOptions } from './flags.ts';
import { readReport } from './recognise.ts';
import type { ReportKind } from './report-kind.ts';

/**
 * Runs `mcptest report`: writes a report that was kept as JSON in another format. Exits 0 when it was written, whatever the
 * verdict in it is.
 * Spec (reports): "Reports that people look at"
 */
export async function report(file: string, options: AgainOptions, ports: Ports): Promise<ExitCode> {
  const { document, kind } = await readReport(file, ports.files);
  refuseOtherFormats(file, kind, options);
  await kind.write(document, options, ports);
  return EXIT.accepted;
}

/** @throws InputError when a format is asked for that this report does not have */
function refuseOtherFormats(
  file: string,
  { command, formats }: ReportKind,
  { format, report: further = [] }: AgainOptions,
): void {
  const asked = [...(format === undefined ? [] : [format]), ...further.map((each) => each.format)];
  const missing = asked.find((each) => !formats.includes(each));
  if (missing === undefined) return;
  throw new InputError({
    file,
    message: `is a report of \`mcptest ${command}\`, which has no format ${missing}`,
    help: `pass one of: ${formats.join(', ')}`,
  });
}
