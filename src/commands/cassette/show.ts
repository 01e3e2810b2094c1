import { type CassetteReading, readCassette } from '../../artifacts/cassette/read.ts';
import { writeCassettes } from '../../artifacts/cassette/write.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { CASSETTE_FORMATS } from '../../report/cassette/formats.ts';
import { warn, writeReport } from '../output.ts';
import type { SHOW_FLAGS } from './flags.ts';

/** Runs `mcptest cassette show`: prints the content of a recording of any known format. */
export async function cassetteShow(
  reference: string,
  options: OptionsOf<typeof SHOW_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  // the transcript shows only what failed calls answered
  const keepsResults = options.format === 'json';
  const reading = await readCassette(reference, ports.files, { keepsResults });
  const { value: recordings, format, recognisedBy, leftOut } = reading;
  const shown = { recordings, format, recognisedBy, leftOut, toCanonical: () => toCanonicalText(reading) };
  await writeReport(shown, CASSETTE_FORMATS, options, ports);
  warn(reading.warnings, ports);
  return EXIT.accepted;
}

/** Writes the canonical form: a run, or a list when the file has a list of runs, even a list of one. */
export function toCanonicalText({ value, isList }: CassetteReading): string {
  const cassettes = value.map(({ cassette }) => cassette);
  return writeCassettes(cassettes, isList);
}
