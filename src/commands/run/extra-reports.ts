import { InputError } from '../../errors.ts';
import type { RunResult } from '../../features/run/run-result.ts';
import type { Ports } from '../../ports.ts';
import { RUN_FORMATS } from '../../report/run/formats.ts';
import { clip } from '../../text/clip.ts';
import { nearest } from '../../text/nearest.ts';
import { writeReport } from '../output.ts';

type Format = keyof typeof RUN_FORMATS;

/** A file that gets the report in a format of its own. */
export interface ExtraReport {
  readonly format: Format;
  readonly file: string;
}

/**
 * Reads the values of `--report`, each `FORMAT=FILE`.
 * @param out the file of `--out`, which none of them may be
 * @throws InputError on an unknown format, a missing file, and a file that is named twice
 */
export function readExtraReports(given: readonly string[] = [], out?: string): ExtraReport[] {
  const formats = Object.keys(RUN_FORMATS);
  const files = new Set(out === undefined ? [] : [out]);
  return given.map((text) => {
    const cut = text.indexOf('=');
    const [format, file] = cut === -1 ? [text, ''] : [text.slice(0, cut), text.slice(cut + 1)];
    if (!formats.includes(format)) {
      const near = nearest(format, formats);
      throw new InputError({
        message: `--report must be FORMAT=FILE, found the format \`${clip(format)}\``,
        help: near === undefined ? `formats: ${formats.join(', ')}` : `did you mean \`${near}\`?`,
      });
    }
    if (file === '') {
      throw new InputError({
        message: `--report ${format} names no file`,
        help: `write it like --report ${format}=report.txt, or use --format for standard output`,
      });
    }
    if (files.has(file)) {
      throw new InputError({
        message: `two reports go to \`${clip(file)}\``,
        help: 'give each report a file of its own',
      });
    }
    files.add(file);
    return { format: format as Format, file };
  });
}

/** Writes the report to each of these files, without colours. */
export async function writeExtraReports(
  report: RunResult,
  extra: readonly ExtraReport[],
  ports: Ports,
): Promise<void> {
  for (const { format, file } of extra) {
    await writeReport(report, RUN_FORMATS, { format, out: file, color: false }, ports);
  }
}
