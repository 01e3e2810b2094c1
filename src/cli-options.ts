import { Option } from 'commander';
import { InputError } from './errors.ts';
import { nearest } from './nearest.ts';

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

/** An option with a value that may be given several times. */
export function values(flags: string, description: string): Option {
  const option = new Option(flags, description);
  return option.argParser((given: string, previous: readonly string[] = []) => [
    ...previous,
    operand(given, option.long),
  ]);
}

/** An option that takes one of the given words; the first is what it is when it is left out. */
export function choice(flags: string, description: string, choices: readonly string[]): Option {
  const option = value(flags, `${description}: ${choices.join(', ')} (default: ${choices[0]})`);
  const parse = option.parseArg as (given: string, previous: unknown) => string;
  return option.argParser((given: string, previous: unknown) => {
    const known = parse(given, previous);
    if (choices.includes(known)) return known;
    const near = nearest(known, choices);
    throw new InputError({
      message: `${option.long} must be one of ${choices.join(', ')}, found \`${known}\``,
      help: near && `did you mean \`${near}\`?`,
    });
  });
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

/** The flag for the clock. */
export const NOW = () =>
  value('--now <time>', 'the current time, RFC 3339 (default: SOURCE_DATE_EPOCH, else the clock)');

/** What stands at the end of a command's help. */
export function example(command: string): string {
  return `\nExample:\n  $ ${command}`;
}
