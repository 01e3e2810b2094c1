import { InputError } from '../errors.ts';
import {
  type FlagTable,
  keyOfFlag,
  nameOfFlag,
  type ReportFile,
  type Takes,
  type ValueFlag,
} from '../flags.ts';
import { clip } from '../text/clip.ts';
import { nearest } from '../text/nearest.ts';
import { scalarText } from '../values/scalar-text.ts';

/**
 * Parses the value of a flag. Rejects a value that looks like a flag: in `--run-report $FILE --gate` with an empty
 * `FILE`, `--gate` would be read as the file, and the gate would be lost.
 * @param previous the value so far; undefined the first time
 * @throws InputError
 */
export function parseFlag(flag: ValueFlag, given: string, previous: unknown): unknown {
  const name = nameOfFlag(flag);
  if (flag.times !== 'repeated' && previous !== undefined) {
    throw new InputError({ message: `${name} is given twice`, help: 'pass it only once' });
  }
  const value = parseValue(flag.takes, readOperand(given, name), name);
  return flag.times === 'repeated' ? [...((previous ?? []) as readonly unknown[]), value] : value;
}

function parseValue(takes: Takes, given: string, name: string): string | number | ReportFile {
  switch (takes.kind) {
    case 'text':
      return given;
    case 'word':
      return readWord(takes.words, given, name);
    case 'number': {
      const { least, most } = takes;
      const number = Number(given);
      if (/^-?\d+$/.test(given) && number >= least && number <= most) return number;
      const range = rangeInWords(least, most);
      throw new InputError({ message: `${name} must be a whole number${range}, found \`${clip(given)}\`` });
    }
    case 'report':
      return parseReport(takes.formats, given, name);
  }
}

/** Parses `FORMAT=FILE`; the name of the file may contain `=`, too. @throws InputError */
function parseReport(formats: readonly string[], given: string, name: string): ReportFile {
  const cut = given.indexOf('=');
  const [format, file] = cut === -1 ? [given, ''] : [given.slice(0, cut), given.slice(cut + 1)];
  if (!formats.includes(format)) {
    const near = nearest(format, formats);
    throw new InputError({
      message: `${name} must be FORMAT=FILE, found the format \`${clip(format)}\``,
      help: near === undefined ? `formats: ${formats.join(', ')}` : `did you mean \`${near}\`?`,
    });
  }
  if (file === '') {
    throw new InputError({
      message: `${name} ${format} names no file`,
      help: `write it like ${name} ${format}=report.txt, or use --format for standard output`,
    });
  }
  return { format, file };
}

function rangeInWords(least: number, most: number): string {
  if (most < Number.MAX_SAFE_INTEGER) return ` from ${least} to ${most}`;
  return least > Number.MIN_SAFE_INTEGER ? ` of at least ${least}` : '';
}

/** Checks that a text is one of a few words. @throws InputError */
export function readWord(words: readonly string[], given: string, what: string): string {
  if (words.includes(given)) return given;
  const near = nearest(given, words);
  throw new InputError({
    message: `${what} must be one of ${words.join(', ')}, found \`${clip(given)}\``,
    help: near && `did you mean \`${near}\`?`,
  });
}

/** Checks an operand: it must not be empty or look like a flag. @throws InputError */
export function readOperand(given: string, what: string): string {
  if (given === '') throw new InputError({ message: `${what} is empty`, help: 'is a variable unset?' });
  if (given.startsWith('--')) {
    throw new InputError({
      message: `${what} has no value: \`${given}\` follows it`,
      help: `is a variable unset? for a file of that name, write ./${given}`,
    });
  }
  return given;
}

/**
 * Sets each flag to the value that its shorthand stands for.
 * @throws InputError when both are passed and differ
 */
export function resolveShorthands(
  flags: FlagTable,
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const resolved = { ...options };
  for (const short of flags) {
    if (short.kind !== 'shorthand' || options[keyOfFlag(short.spelling)] !== true) continue;
    const key = keyOfFlag(short.flag);
    const given = options[key];
    if (given !== undefined && given !== short.value) {
      throw new InputError({
        message: `${short.spelling} and ${short.flag} ${scalarText(given)} contradict each other`,
        help: 'pass only one of them',
      });
    }
    resolved[key] = short.value;
  }
  return resolved;
}
