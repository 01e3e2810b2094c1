import { type CassetteReading, complete, isRead, readRuns } from '../../artifacts/cassette/read.ts';
import { writeCassettes } from '../../artifacts/cassette/write.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { CASSETTE_FORMATS } from '../../report/cassette/formats.ts';
import { warn, writeReport } from '../output.ts';
import { reportFiles } from '../report-files.ts';
import type { SHOW_FLAGS } from './flags.ts';

/**
 * Runs `mcptest cassette show`: prints the content of a recording of any known format. A run that cannot be read does not
 * hide the others from a reader; a file or another program gets all runs or none.
 * @throws InputError with the problems of the runs that could not be read
 */
export async function cassetteShow(
  reference: string,
  options: OptionsOf<typeof SHOW_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  // the transcript shows only what failed calls answered
  const keepsResults = [options.format, ...(options.report ?? []).map(({ format }) => format)].includes(
    'json',
  );
  const { runs, ...file } = await readRuns(reference, ports.files, { keepsResults });
  const readable = keepsResults || reportFiles(options).length > 0 ? runs : runs.filter(isRead);
  const reading = complete({ runs: readable.length > 0 ? readable : runs, ...file });
  const { value: recordings, format, recognisedBy, leftOut, readWith } = reading;
  const shown = {
    recordings,
    format,
    recognisedBy,
    leftOut,
    readWith,
    toCanonical: () => toCanonicalText(reading),
  };
  await writeReport(shown, CASSETTE_FORMATS, options, ports);
  warn(reading.warnings, ports);
  // reports what is missing
  complete({ runs, ...file });
  return EXIT.accepted;
}

/** Writes the canonical form: a run, or a list when the file has a list of runs, even a list of one. */
export function toCanonicalText({ value, isList }: CassetteReading): string {
  const cassettes = value.map(({ cassette }) => cassette);
  return writeCassettes(cassettes, isList);
}
