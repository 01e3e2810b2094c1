import { readCassette } from '../../artifacts/cassette/read.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { plural } from '../../report/plural.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { warn } from '../output.ts';
import type { CONVERT_FLAGS } from './flags.ts';
import { toCanonicalText } from './show.ts';

/** Runs `mcptest cassette convert`: writes a recording of any known format in the canonical form. */
export async function cassetteConvert(
  reference: string,
  { out }: OptionsOf<typeof CONVERT_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const reading = await readCassette(reference, ports.files);
  ports.files.writeWhole(out, toCanonicalText(reading));
  warn(reading.warnings, ports);
  const from = `${plural(reading.value.length, 'recording')} (${reading.format})`;
  ports.stdout.write(`wrote ${escapeForTerminal(out)} with ${from}\n`);
  return EXIT.accepted;
}
