import type { Ports } from '../ports.ts';
import type { Formats } from '../report/format.ts';
import { type ReportOptions, writeReport } from './output.ts';

/**
 * Writes the report of a command that makes an artifact. A file that `--out` names gets the artifact itself, since a
 * release gate reads it, and standard output the report for people. With `--format`, the file gets that format.
 * Spec (reports): "Settled"
 * @param formats its formats, of which `json` is the artifact
 */
export async function writeArtifact<Report, Format extends string>(
  report: NoInfer<Report>,
  formats: Formats<Report> & Readonly<Record<Format, Formats<Report>['json']>>,
  options: ReportOptions<NoInfer<Format>>,
  ports: Ports,
): Promise<void> {
  const { out, format, report: files = [] } = options;
  if (out === undefined || format !== undefined) return writeReport(report, formats, options, ports);
  const artifact = { format: 'json' as Format, file: out };
  return writeReport(report, formats, { ...options, out: undefined, report: [artifact, ...files] }, ports);
}
