import { writeCassettes } from '../../artifacts/cassette/write.ts';
import { readTape } from '../../artifacts/tape/read.ts';
import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { toCassette } from '../../features/record/project.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { plural } from '../../report/plural.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import type { PROJECT_FLAGS } from './flags.ts';

/** Runs `mcptest record project`: writes the calls of tools on a tape as the recording of an agent. */
export async function recordProject(
  { tape: path, out }: OptionsOf<typeof PROJECT_FLAGS>,
  { files, stdout }: Ports,
): Promise<ExitCode> {
  const cassette = toCassette(await readTape(path, files));
  const count = cassette.turns[0]?.tool_calls.length ?? 0;
  if (count === 0) {
    throw new InputError({
      file: path,
      message: 'calls no tool',
      help: 'record a session in which a tool is called',
    });
  }
  files.writeWhole(out, writeCassettes([cassette], false));
  stdout.write(`wrote ${escapeForTerminal(out)} with ${plural(count, 'tool call')}\n`);
  return EXIT.accepted;
}
