import { type Diagnostic, formatDiagnostic } from '../diagnostic.ts';
import type { ReportFile } from '../flags.ts';
import type { Ports } from '../ports.ts';
import { listed } from '../report/listed.ts';
import { type OutputOptions, type Palette, PLAIN, paletteFor } from '../report/palette.ts';
import { escapeLine } from '../text/escape-terminal.ts';
import { reportFiles } from './report-files.ts';

/** The options that say how a report is written and where it goes: see `reportFlags`. */
export interface ReportOptions<Format extends string> extends OutputOptions {
  readonly format: Format | undefined;
  /** Further reports: see `--report`. */
  readonly report: readonly ReportFile<Format>[] | undefined;
  /** Set when nothing is said about the files: another command says where they are. */
  readonly quiet?: true;
}

/** What a format depends on besides the report, made from the colours. Most formats need only the colours. */
type ContextOf<Context> = Palette extends Context
  ? [contextOf?: (palette: Palette) => Context]
  : [contextOf: (palette: Palette) => Context];

/**
 * Writes the report of a command to the files of `--report`, then in the format of `--format` to `--out` or else to standard
 * output. Then says on standard error which files were written, and the verdict where standard output does not show it.
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
  const isShown = options.out === undefined && (options.format ?? 'pretty') === 'pretty';
  const columns = isShown && columnsOf(ports);
  emit(columns ? (await import('../report/fit.ts')).fitLines(text, columns) : text, options, ports);
  const files = options.quiet ? [] : reportFiles(options);
  if (files.length > 0) tellWritten(files, isShown ? '' : summaryOf(await textIn('pretty', PLAIN)), ports);
}

/**
 * Says on standard error which files were written: `wrote gate.html: FAIL 1 of 4 rules fails the gate`.
 * @param about what is in them, as text for a terminal; empty where that is shown elsewhere
 */
export function tellWritten(files: readonly string[], about: string, { stderr }: Ports): void {
  const told = files.filter((file) => !DEVICE.test(file)).map((file) => escapeLine(file));
  if (told.length > 0) stderr.write(`wrote ${listed(told)}${about === '' ? '' : `: ${about}`}\n`);
}

/** Standard output and standard error, where a report is seen. */
const DEVICE = /^\/dev\/(?:stdout|stderr|fd\/\d+)$/;

/** Returns the first line of a report for people, with single blanks. */
export function firstLine(text: string): string {
  return text.slice(0, Math.max(0, text.indexOf('\n'))).replace(/ {2,}/g, ' ');
}

/**
 * Returns the line that sums up a report for people: its verdict, or its last line where there are several, or else what it counts.
 * Nothing for a report that judges and counts nothing.
 */
function summaryOf(text: string): string {
  const lines = text.split('\n').filter((line) => /^\S/.test(line));
  const verdicts = lines.filter((line) => /^[A-Z]{2}/.test(line));
  const counts = lines.slice(0, 1).find((line) => /^\d+ [a-z]|: \d+ [a-z]+, /.test(line));
  const line = verdicts.length > 1 ? lines.at(-1) : (verdicts[0] ?? counts);
  return line?.replace(/ {2,}/g, ' ') ?? '';
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
