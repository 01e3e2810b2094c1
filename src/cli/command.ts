import { Argument, type Command, Option } from 'commander';
import { InputError } from '../errors.ts';
import type { ExitCode } from '../exit-codes.ts';
import { type Flag, type FlagTable, keyOfFlag, nameOfFlag, type OptionsOf } from '../flags.ts';
import type { Ports } from '../ports.ts';
import { clip } from '../text/clip.ts';
import { example } from './help.ts';
import { parseFlag, readOperand, readWord, resolveShorthands } from './parse-flag.ts';

/** What a command takes without a flag: `<file>`, the optional `[file]`, or `[command...]` for all remaining arguments. */
interface Operand<S extends string> {
  readonly spelling: S;
  /** What the help says about it. */
  readonly about: string;
  /** What messages call it. The default is `the file`. */
  readonly called?: string;
  /** The words of which it must be one; any text if there are none. */
  readonly words?: readonly string[];
}

type OperandsOf<S extends string> = [S] extends [never]
  ? readonly []
  : S extends `${string}...]`
    ? readonly [words: readonly string[]]
    : S extends `[${string}`
      ? readonly [operand: string | undefined]
      : readonly [operand: string];

/** The function of a command. Its operand comes first, if it takes one. */
type Action<F extends FlagTable, S extends string> = (
  ...args: [...OperandsOf<S>, options: OptionsOf<F>, ports: Ports]
) => Promise<ExitCode>;

/** A command: what its help says, what it takes, and which function it runs. */
interface Declaration<F extends FlagTable, S extends string> {
  readonly summary: string;
  readonly description?: string;
  readonly operand?: Operand<S>;
  readonly flags: F;
  /** A command line to start with. */
  readonly example: string;
  /** Imports the function when the command runs, so a start loads only what it uses. */
  readonly load: () => Promise<Action<F, S>>;
}

/** Declares a command to commander: its help, its flags with their parsers, and its action. */
export type Declare = <F extends FlagTable, const S extends string = never>(
  command: Command,
  declaration: Declaration<F, S>,
) => void;

/** Returns the function that declares commands. @param end receives the exit code of the command that ran */
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
      if (Array.isArray(options.report)) await refuseShared(options, ports);
      const act = (await load()) as (...args: readonly unknown[]) => Promise<ExitCode>;
      // commander loses the types; the parsers of the table guarantee them
      end(await act(...command.processedArgs, options, ports));
    });
  };
}

async function refuseShared(options: Readonly<Record<string, unknown>>, { files }: Ports): Promise<void> {
  const { refuseSharedFiles } = await import('../commands/report-files.ts');
  refuseSharedFiles(options, files);
}

function toArgument({ spelling, about, called = 'the file', words }: Operand<string>): Argument {
  const argument = new Argument(spelling, about);
  // arguments after `--` are for another program
  return argument.variadic
    ? argument
    : argument.argParser((given: string) => {
        const operand = readOperand(given, called);
        return words === undefined ? operand : readWord(words, operand, called);
      });
}

/** Returns the commander option for a flag. */
export function toOption(flag: Flag): Option {
  const option = new Option(flag.spelling, flag.about);
  if (flag.kind !== 'value') return option;
  return option.argParser((given: string, previous: unknown) => parseFlag(flag, given, previous));
}

/**
 * Rejects a missing required flag, and an extra operand, which may be the value of a forgotten flag. commander's own
 * `makeOptionMandatory` would report a missing flag before a misspelt one, although the misspelling is the cause.
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
      help: missing && `pass ${missing.about} with ${nameOfFlag(missing)}`,
    });
  }
  if (missing) command.error(`error: required option '${missing.spelling}' not specified`);
}
