import type { Command } from 'commander';
import { CONVERT_FLAGS, SHOW_FLAGS } from '../commands/cassette/flags.ts';
import type { Declare } from './command.ts';

const RECORDING = {
  spelling: '<file[#pointer]>',
  about: 'the recording; `runs.json#/2` is the third run of a file with several',
} as const;

/** Declares the commands of `mcptest cassette`. */
export function declareCassette(cassette: Command, declare: Declare): void {
  declare(cassette.command('show'), {
    summary: 'print a recording as a transcript or as JSON',
    description:
      'Prints the recorded runs of a file in any known format: turn by turn what the user said, which tools were ' +
      'called, and what the agent answered; or as JSON in the canonical form.',
    operand: RECORDING,
    flags: SHOW_FLAGS,
    example: "mcptest cassette show 'trials.json#/0'",
    load: async () => (await import('../commands/cassette/show.ts')).cassetteShow,
  });

  declare(cassette.command('convert'), {
    summary: 'write a recording in the canonical form or in another',
    description:
      'Writes the recorded runs of a file in any known format in the canonical form, or with --format as messages of ' +
      'OpenAI, as an ATIF trajectory, or as a trace of OpenTelemetry; a file with several runs becomes a list. Names ' +
      'on standard error what that form cannot hold.',
    operand: RECORDING,
    flags: CONVERT_FLAGS,
    example: "mcptest cassette convert 'trials.json#/0' --format openai --out refund.json",
    load: async () => (await import('../commands/cassette/convert.ts')).cassetteConvert,
  });
}
