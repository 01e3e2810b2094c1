import type { Palette } from './palette.ts';

/**
 * The output formats of a report, by the name that `--format` takes. Each loads, on demand, the function that writes the
 * report. `Context` is what that function may depend on besides the report: by default, the colours.
 */
export type Formats<Report, Context = Palette> = Readonly<
  Record<'pretty' | 'json', () => Promise<(report: Report, context: Context) => string>> &
    Record<string, () => Promise<(report: Report, context: Context) => string>>
>;
