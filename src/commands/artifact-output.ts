import type { Ports } from '../ports.ts';
import type { Palette } from '../report/palette.ts';
import { type ReportOptions, writeReport } from './output.ts';

/**
 * Writes the report of a command that makes an artifact. A file that `--out` names gets the artifact itself, since a
 * release gate reads it, and standard output the report for people. With `--format`, the file gets that format.
 * @param write writes the artifact as its reader expects it
 */
export async function writeArtifact<Report, Format extends string>(
  report: NoInfer<Report>,
  formats: Readonly<Record<Format | 'pretty', () => Promise<(report: Report, context: Palette) => string>>>,
  write: (artifact: NoInfer<Report>) => string,
  options: ReportOptions<NoInfer<Format>>,
  ports: Ports,
): Promise<void> {
  const { out, format } = options;
  if (out === undefined || format !== undefined) return writeReport(report, formats, options, ports);
  ports.files.writeWhole(out, write(report));
  return writeReport(report, formats, { ...options, out: undefined }, ports);
}
