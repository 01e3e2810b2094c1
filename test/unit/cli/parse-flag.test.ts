import { describe, expect, it } from 'vitest';
import { toOption } from '../../../src/cli/command.ts';
import { parseFlag, resolveShorthands } from '../../../src/cli/parse-flag.ts';
import {
  choice,
  choices,
  type FlagTable,
  flag,
  keyOfFlag,
  nameOfFlag,
  required,
  shorthand,
  value,
  values,
  whole,
} from '../../../src/flags.ts';

const MAX_AGE = value('--max-age <duration>', 'how old');
const NAME = values('--name <name>', 'which');
const FORMAT = choice('--format <format>', 'how', ['pretty', 'json']);
const SIGNAL = choices('--signal <category>', 'what', ['pii', 'secret']);
const PORT = whole('--port <port>', 'where', 0, 65_535);
const LEAST = whole('--least <number>', 'how many', 1);
const ANY = whole('--any <number>', 'which', Number.MIN_SAFE_INTEGER);

describe('the value of a flag', () => {
  it.each([
    ['text', MAX_AGE, '30d', '30d'],
    ['text like a short flag', MAX_AGE, '-1', '-1'],
    ['a word', FORMAT, 'json', 'json'],
    ['a number', PORT, '65535', 65_535],
    ['a negative number', ANY, '-7', -7],
    ['the first of several', NAME, 'a', ['a']],
  ])('may be %s', (_, flag, given, expected) => {
    expect(parseFlag(flag, given, undefined)).toEqual(expected);
  });

  it('is added to those before it where there may be several', () => {
    expect(parseFlag(NAME, 'b', ['a'])).toEqual(['a', 'b']);
    expect(parseFlag(SIGNAL, 'pii', ['secret'])).toEqual(['secret', 'pii']);
  });

  it.each([
    ['given twice', MAX_AGE, '1d', '2d', '--max-age is given twice'],
    ['given twice, zero too', PORT, '1', 0, '--port is given twice'],
    ['empty', NAME, '', undefined, '--name is empty'],
    [
      'a flag',
      required('--policy <file>', 'p'),
      '--gate',
      undefined,
      '--policy has no value: `--gate` follows it',
    ],
    ['no word of the choice', FORMAT, 'jsn', undefined, '--format must be one of pretty, json, found `jsn`'],
    ['no word of several', SIGNAL, 'pi', ['pii'], '--signal must be one of pii, secret, found `pi`'],
    ['no number', PORT, '8o', undefined, '--port must be a whole number from 0 to 65535, found `8o`'],
    ['no whole number', PORT, '1.5', undefined, '--port must be a whole number from 0 to 65535'],
    ['too large', PORT, '65536', undefined, '--port must be a whole number from 0 to 65535'],
    ['too small', LEAST, '0', undefined, '--least must be a whole number of at least 1, found `0`'],
    ['beyond all numbers', ANY, '9'.repeat(30), undefined, '--any must be a whole number, found'],
  ])('is refused when it is %s', (_, flag, given, previous, message) => {
    expect(() => parseFlag(flag, given, previous)).toThrow(message);
  });

  it('has the nearest word for a help', () => {
    expect(() => parseFlag(FORMAT, 'jsn', undefined)).toThrow(
      expect.objectContaining({ diagnostics: [expect.objectContaining({ help: 'did you mean `json`?' })] }),
    );
  });
});

describe('a shorthand', () => {
  const flags = [FORMAT, shorthand('--json', '--format', 'json')];

  it('stands for the value of its flag', () => {
    expect(resolveShorthands(flags, { json: true })).toMatchObject({ format: 'json' });
    expect(resolveShorthands(flags, { json: true, format: 'json' })).toMatchObject({ format: 'json' });
    expect(resolveShorthands(flags, { format: 'pretty' })).toEqual({ format: 'pretty' });
    expect(resolveShorthands(flags, {})).toEqual({});
  });

  it('contradicts another value', () => {
    expect(() => resolveShorthands(flags, { json: true, format: 'pretty' })).toThrow(
      '--json and --format pretty contradict each other',
    );
  });
});

it('agrees with commander on the key of every option', () => {
  const flags: FlagTable = [MAX_AGE, NAME, FORMAT, flag('--dry-run', 'd'), flag('--no-color', 'c')];
  for (const each of flags) {
    expect(toOption(each).attributeName()).toBe(keyOfFlag(nameOfFlag(each)));
  }
});
