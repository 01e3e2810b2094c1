import { type Diagnostic, formatDiagnostic } from '../diagnostic.ts';
import type { ReportFile } from '../flags.ts';
import type { Ports } from '../ports.ts';
import { type OutputOptions, type Palette, PLAIN, paletteFor } from '../report/palette.ts';

/** The options that say how a report is written and where it goes: see `reportFlags`. */
export interface ReportOptions<Format extends string> extends OutputOptions {
  readonly format: Format | undefined;
  /** Further reports: see `--report`. */
  readonly report: readonly ReportFile<Format>[] | undefined;
}

/** What a format depends on besides the report, made from the colours. Most formats need only the colours. */
type ContextOf<Context> = Palette extends Context
  ? [contextOf?: (palette: Palette) => Context]
  : [contextOf: (palette: Palette) => Context];

/**
 * Writes the report of a command to the files of `--report`, then in the format of `--format` to `--out` or else to standard
 * output.
 * @param formats its formats, see `report/<feature>/formats.ts`; `pretty` is the default
 */
export async function writeReport<Report, Context, Format extends string>(
  report: NoInfer<Report>,
  formats: Readonly<Record<Format | 'pretty', () => Promise<(report: Report, context: Context) => string>>>,
  options: ReportOptions<NoInfer<Format>>,
  ports: Ports,
  ...[contextOf]: ContextOf<NoInfer<Context>>
): Promise<void> {
  const textIn = async (name: Format | 'pretty', palette: Palette) => {
    const format = await formats[name]();
    return format(report, contextOf ? contextOf(palette) : (palette as Context));
  };
  for (const { format, file } of options.report ?? [])
    ports.files.writeWhole(file, await textIn(format, PLAIN));
  const text = await textIn(options.format ?? 'pretty', await paletteFor(options, ports));
  const columns = options.out === undefined && (options.format ?? 'pretty') === 'pretty' && columnsOf(ports);
  emit(columns ? (await import('../report/fit.ts')).fitLines(text, columns) : text, options, ports);
}

/** Returns the width to fit a report for people into: of the terminal, unless COLUMNS says otherwise. */
function columnsOf({ stdout, env }: Pick<Ports, 'stdout' | 'env'>): number | undefined {
  return /^[1-9]\d{0,3}$/.test(env.COLUMNS ?? '') ? Number(env.COLUMNS) : stdout.columns;
}

/** Writes a report as a whole or not at all, to `--out` or else to standard output. */
export function emit(report: string, { out }: Pick<OutputOptions, 'out'>, { files, stdout }: Ports): void {
  if (out === undefined) stdout.write(report);
  else files.writeWhole(out, report);
}

/** Prints warnings, without effect on the exit code. */
export function warn(warnings: readonly Diagnostic[], { stderr }: Ports): void {
  if (warnings.length > 0) stderr.write(warnings.map((w) => `${formatDiagnostic(w, 'warning')}\n`).join(''));
}

/** Prints errors about inputs that could not be read, in a command that continued without them. */
export function tellErrors(errors: readonly Diagnostic[], { stderr }: Ports): void {
  if (errors.length > 0) stderr.write(errors.map((error) => `${formatDiagnostic(error)}\n`).join(''));
}
