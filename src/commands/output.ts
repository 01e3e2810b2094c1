import { type Diagnostic, formatDiagnostic } from '../diagnostic.ts';
import { InputError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { loadPalette, type Palette } from '../report/palette.ts';
import { type Duration, parseDuration } from '../time/duration.ts';

export interface OutputOptions {
  readonly out?: string;
  /** False with `--no-color`. */
  readonly color?: boolean;
}

/** The flags that choose how a report is written. */
export interface FormatOptions<Format extends string> {
  readonly json?: true;
  readonly format?: Format;
}

/** The format of a report: `--json` is `--format json`. @throws InputError when both are given, and differ */
export function formatOf<Format extends string>({
  json,
  format,
}: FormatOptions<Format>): Format | 'json' | 'pretty' {
  if (json && format !== undefined && format !== 'json') {
    throw new InputError({
      message: `--json and --format ${format} contradict each other`,
      help: 'give one of them',
    });
  }
  return json ? 'json' : (format ?? 'pretty');
}

/** Writes a report, whole or not at all, to `--out` or else to standard output. */
export function emit(report: string, { out }: OutputOptions, { files, stdout }: Ports): void {
  if (out === undefined) stdout.write(report);
  else files.writeWhole(out, report);
}

export function warn(warnings: readonly Diagnostic[], { stderr }: Ports): void {
  if (warnings.length > 0) stderr.write(warnings.map((w) => `${formatDiagnostic(w, 'warning')}\n`).join(''));
}

/** Tells of inputs that could not be read, where the rest of the command went on. */
export function tellErrors(errors: readonly Diagnostic[], { stderr }: Ports): void {
  if (errors.length > 0) stderr.write(errors.map((error) => `${formatDiagnostic(error)}\n`).join(''));
}

/** Colour is for terminals; `--no-color` and `NO_COLOR` turn it off, `FORCE_COLOR` turns it on. Files get none. */
export function paletteOf(options: OutputOptions, ports: Ports): Promise<Palette> {
  return loadPalette(wantsColour(options, ports));
}

function wantsColour({ color, out }: OutputOptions, { env, stdout }: Ports): boolean {
  if (out !== undefined || color === false || env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return !['0', 'false'].includes(env.FORCE_COLOR);
  return stdout.isTerminal && env.TERM !== 'dumb';
}

/** Reads the value of a flag that takes a duration. @throws InputError */
export function readDuration(flag: string, given: string | undefined, fallback: string): Duration {
  const duration = parseDuration(given ?? fallback);
  if (duration !== undefined) return duration;
  throw new InputError({
    message: `${flag} must be a duration, found \`${given}\``,
    help: 'write it like 30m, 720h, 14d or 2w',
  });
}
