import { type CassetteReading, readCassette } from '../../artifacts/cassette/read.ts';
import { writeCassettes } from '../../artifacts/cassette/write.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { Ports } from '../../ports.ts';
import { formatTranscripts } from '../../report/cassette/show.ts';
import { emit, type FormatOptions, formatOf, type OutputOptions, paletteOf, warn } from '../output.ts';

type ShowOptions = OutputOptions & FormatOptions<'pretty' | 'json'>;

/** `mcptest cassette show`: what a recording of any known format holds. */
export async function cassetteShow(reference: string, options: ShowOptions, ports: Ports): Promise<ExitCode> {
  const format = formatOf(options);
  const reading = readCassette(reference, ports.files);
  const report =
    format === 'json'
      ? toCanonicalText(reading)
      : formatTranscripts(reading.value, await paletteOf(options, ports));
  emit(report, options, ports);
  warn(reading.warnings, ports);
  return EXIT.accepted;
}

/** The canonical form of a run; of a list of runs a list, however many there are. */
export function toCanonicalText({ value, isList }: CassetteReading): string {
  const cassettes = value.map(({ cassette }) => cassette);
  return writeCassettes(cassettes, isList);
}
