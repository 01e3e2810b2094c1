import type { Palette } from './palette.ts';

/**
 * The output formats of a report, by the name that `--format` takes: each loads, on demand, the function that writes the
 * report. `Context` is what it may depend on in addition, the colours at least.
 */
export type Formats<Report, Context = Palette> = Readonly<
  Record<'pretty' | 'json', () => Promise<(report: Report, context: Context) => string>> &
    Record<string, () => Promise<(report: Report, context: Context) => string>>
>;
