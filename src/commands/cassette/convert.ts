import { readCassette } from '../../artifacts/cassette/read.ts';
import { writeIn } from '../../artifacts/cassette/written/forms.ts';
import type { WrittenForm } from '../../artifacts/cassette/written/model.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { plural } from '../../report/plural.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { warn } from '../output.ts';
import type { CONVERT_FLAGS } from './flags.ts';

/** Runs `mcptest cassette convert`: writes a recording of any known format in the canonical form, or in another. */
export async function cassetteConvert(
  reference: string,
  { out, format = 'canonical' }: OptionsOf<typeof CONVERT_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const reading = await readCassette(reference, ports.files);
  const cassettes = reading.value.map(({ cassette }) => cassette);
  const { text, lost } = writeIn(format, cassettes, reading.isList);
  ports.files.writeWhole(out, text);
  warn([...reading.warnings, ...[...lost].map((what) => lossOf(what, format, reference))], ports);
  const from = `${plural(reading.value.length, 'recording')} (${reading.format})`;
  ports.stdout.write(`wrote ${escapeForTerminal(out)} with ${from}\n`);
  return EXIT.accepted;
}

function lossOf(what: string, format: WrittenForm, file: string): Diagnostic {
  return {
    file,
    message: `\`${format}\` has no place for ${what}`,
    help: 'the default form, `canonical`, holds everything',
  };
}
