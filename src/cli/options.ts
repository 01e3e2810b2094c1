import { type Command, Option } from 'commander';
import { InputError } from '../errors.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Ports } from '../ports.ts';
import { clip } from '../text/clip.ts';
import { nearest } from '../text/nearest.ts';

/** Makes the action of a command: it gets all options, the program's own among them. */
export type Run = (
  action: (options: never, ports: Ports, ...operands: string[]) => Promise<ExitCode>,
) => (...args: unknown[]) => Promise<void>;

export const OUT = (): Option =>
  value('--out <file>', 'write the report to a file instead of standard output');

export const JSON_FLAG = (): Option => new Option('--json', 'the same as --format json');

export const NOW = (): Option =>
  value('--now <time>', 'the current time, RFC 3339 (default: SOURCE_DATE_EPOCH, else the clock)');

export const POLICIES = (): Option => required('--policies <file>', 'the rule set (YAML or JSON)');

/**
 * An option with a value, given at most once. A value that looks like a flag is refused: in
 * `--run-report $FILE --gate` with an empty `FILE` the gate would be read as the file, and be gone.
 */
export function value(flags: string, description: string): Option {
  const option = new Option(flags, description);
  return option.argParser((given: string, previous: unknown) => {
    if (previous !== undefined) {
      throw new InputError({ message: `${option.long} is given twice`, help: 'give it once' });
    }
    return operand(given, option.long);
  });
}

const REQUIRED = new WeakSet<Option>();

/**
 * An option with a value that must be given; see {@link requireOptions}. Not `makeOptionMandatory` of commander, which
 * would speak before a misspelt flag is found, and that is why it is missing.
 */
export function required(flags: string, description: string): Option {
  const option = value(flags, description);
  REQUIRED.add(option);
  return option;
}

/**
 * Refuses a command without one of its required options, and one with an operand too many: perhaps the value of an
 * option that was forgotten. @throws CommanderError, InputError
 */
export function requireOptions(command: Command): void {
  const missing = command.options.find(
    (option) => REQUIRED.has(option) && command.getOptionValue(option.attributeName()) === undefined,
  );
  const { registeredArguments: wanted } = command;
  const extra = wanted.at(-1)?.variadic ? undefined : command.args[wanted.length];
  if (extra !== undefined) {
    throw new InputError({
      message: `too many arguments: \`${clip(extra)}\``,
      help: missing && `${missing.description} is named with ${missing.long}`,
    });
  }
  if (missing) command.error(`error: required option '${missing.flags}' not specified`);
}

/** An option with a value that may be given several times. */
export function values(flags: string, description: string): Option {
  const option = new Option(flags, description);
  return option.argParser((given: string, previous: readonly string[] = []) => [
    ...previous,
    operand(given, option.long),
  ]);
}

/** An option that takes one of the given words; the first is what it is when it is left out, unless told otherwise. */
export function choice(
  flags: string,
  description: string,
  words: readonly string[],
  fallback: string | undefined = words[0],
): Option {
  return ofWords(value(flags, `${description}: ${words.join(', ')} (default: ${fallback})`), words);
}

/** An option that takes one of the given words and may be left out: that says nothing then. */
export function optionalChoice(flags: string, description: string, words: readonly string[]): Option {
  return ofWords(value(flags, `${description}: ${words.join(', ')}`), words);
}

/** An option that takes one of the given words and may be given several times. */
export function choices(flags: string, description: string, words: readonly string[]): Option {
  return ofWords(values(flags, `${description}; may be given several times: ${words.join(', ')}`), words);
}

function ofWords(option: Option, words: readonly string[]): Option {
  const parse = option.parseArg as (given: string, previous: unknown) => unknown;
  return option.argParser((given: string, previous: unknown) => {
    const parsed = parse(given, previous);
    if (words.includes(given)) return parsed;
    const near = nearest(given, words);
    throw new InputError({
      message: `${option.long} must be one of ${words.join(', ')}, found \`${given}\``,
      help: near && `did you mean \`${near}\`?`,
    });
  });
}

/** An option that takes a whole number, `most` and `least` among the allowed ones. */
export function whole(
  flags: string,
  description: string,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): Option {
  const option = value(flags, description);
  const parse = option.parseArg as (given: string, previous: unknown) => string;
  return option.argParser((given: string, previous: unknown) => {
    const text = parse(given, previous);
    const number = Number(text);
    if (/^-?\d+$/.test(text) && number >= least && number <= most) return number;
    const range = rangeInWords(least, most);
    throw new InputError({
      message: `${option.long} must be a whole number${range}, found \`${clip(text)}\``,
    });
  });
}

function rangeInWords(least: number, most: number): string {
  if (most < Number.MAX_SAFE_INTEGER) return ` from ${least} to ${most}`;
  return least > Number.MIN_SAFE_INTEGER ? ` of at least ${least}` : '';
}

/** Reads an argument that names something: neither empty nor what looks like a flag. @throws InputError */
export function operand(given: string, name: unknown): string {
  const what = typeof name === 'string' ? name : 'the file';
  if (given === '') throw new InputError({ message: `${what} is empty`, help: 'is a variable unset?' });
  if (given.startsWith('--')) {
    throw new InputError({
      message: `${what} has no value: \`${given}\` follows it`,
      help: `is a variable unset? a file of that name is ./${given}`,
    });
  }
  return given;
}
