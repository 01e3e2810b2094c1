import { Argument, type Command, Option } from 'commander';
import { InputError } from '../errors.ts';
import type { ExitCode } from '../exit-codes.ts';
import { type Flag, type FlagTable, keyOfFlag, nameOfFlag, type OptionsOf } from '../flags.ts';
import type { Ports } from '../ports.ts';
import { clip } from '../text/clip.ts';
import { example } from './help.ts';
import { parseFlag, readOperand, resolveShorthands } from './parse-flag.ts';

/** What a command takes without a flag: `<file>`, `[file]` that may be left out, or `[command...]`, all that is left. */
interface Operand<S extends string> {
  readonly spelling: S;
  /** What the help says of it. */
  readonly about: string;
  /** What messages call it; `the file` when left out. */
  readonly called?: string;
}

type OperandsOf<S extends string> = [S] extends [never]
  ? readonly []
  : S extends `${string}...]`
    ? readonly [words: readonly string[]]
    : S extends `[${string}`
      ? readonly [operand: string | undefined]
      : readonly [operand: string];

/** What a command does: its operand comes first, if it takes one. */
type Action<F extends FlagTable, S extends string> = (
  ...args: [...OperandsOf<S>, options: OptionsOf<F>, ports: Ports]
) => Promise<ExitCode>;

/** A command: what its help says, what it takes, and what it does with that. */
interface Declaration<F extends FlagTable, S extends string> {
  readonly summary: string;
  readonly description?: string;
  readonly operand?: Operand<S>;
  readonly flags: F;
  /** A command line to begin with. */
  readonly example: string;
  /** Imports the command when it runs: a command pays only for what it uses. */
  readonly load: () => Promise<Action<F, S>>;
}

/** Tells commander of a command, the flags with their parsers and what is to be done. */
export type Declare = <F extends FlagTable, const S extends string = never>(
  command: Command,
  declaration: Declaration<F, S>,
) => void;

/** Makes what declares commands. @param end takes the exit code of the command that was run */
export function declareWith(ports: Ports, end: (exitCode: ExitCode) => void): Declare {
  return (command, { summary, description, operand, flags, example: line, load }) => {
    command.summary(summary);
    if (description !== undefined) command.description(description);
    if (operand) command.addArgument(toArgument(operand));
    for (const flag of flags) command.addOption(toOption(flag));
    command.addHelpText('after', example(line));
    command.action(async () => {
      requireFlags(command, flags);
      const options = resolveShorthands(flags, command.optsWithGlobals());
      const act = (await load()) as (...args: readonly unknown[]) => Promise<ExitCode>;
      // commander tells no types, the table does: what its flags and operands take is what it holds now
      end(await act(...command.processedArgs, options, ports));
    });
  };
}

function toArgument({ spelling, about, called = 'the file' }: Operand<string>): Argument {
  const argument = new Argument(spelling, about);
  // what stands behind `--` is for another program
  return argument.variadic ? argument : argument.argParser((given: string) => readOperand(given, called));
}

/** The option of commander for a flag. */
export function toOption(flag: Flag): Option {
  const option = new Option(flag.spelling, flag.about);
  if (flag.kind !== 'value') return option;
  return option.argParser((given: string, previous: unknown) => parseFlag(flag, given, previous));
}

/**
 * Refuses a command without one of its required flags, and one with an operand too many: perhaps the value of a flag that
 * was forgotten. Not `makeOptionMandatory` of commander, which would speak before a misspelt flag is found, and that is
 * why it is missing.
 * @throws CommanderError, InputError
 */
function requireFlags(command: Command, flags: FlagTable): void {
  const missing = flags.find(
    (flag) =>
      flag.kind === 'value' &&
      flag.times === 'once' &&
      command.getOptionValue(keyOfFlag(nameOfFlag(flag))) === undefined,
  );
  const { registeredArguments: wanted } = command;
  const extra = wanted.at(-1)?.variadic ? undefined : command.args[wanted.length];
  if (extra !== undefined) {
    throw new InputError({
      message: `too many arguments: \`${clip(extra)}\``,
      help: missing && `${missing.about} is named with ${nameOfFlag(missing)}`,
    });
  }
  if (missing) command.error(`error: required option '${missing.spelling}' not specified`);
}
