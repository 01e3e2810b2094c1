import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import { readNow } from '../../../src/time/clock.ts';
import { parseDuration } from '../../../src/time/duration.ts';
import { formatInstant, parseInstant } from '../../../src/time/instant.ts';

describe('parseInstant', () => {
  it.each([
    ['2026-12-31T00:00:00Z', '2026-12-31T00:00:00Z'],
    ['2026-12-31t00:00:00z', '2026-12-31T00:00:00Z'],
    ['2026-12-31T23:59:59+05:30', '2026-12-31T18:29:59Z'],
    ['2026-12-31T23:59:59-05:30', '2027-01-01T05:29:59Z'],
    ['2026-12-31T00:00:00-00:00', '2026-12-31T00:00:00Z'],
    ['2026-12-31T00:00:00.5Z', '2026-12-31T00:00:00.500Z'],
    ['2026-12-31T00:00:00.1239Z', '2026-12-31T00:00:00.123Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00Z'],
    ['2026-04-30T00:00:00Z', '2026-04-30T00:00:00Z'],
    ['2026-12-31T23:59:59+23:59', '2026-12-31T00:00:59Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'],
    ['2017-01-01T05:29:60+05:30', '2017-01-01T00:00:00Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('reads %s', (text, instant) => {
    expect(formatInstant(parseInstant(text)!)).toBe(instant);
  });

  it.each([
    '2026-12-31',
    '2026-12-31T00:00Z',
    '2026-12-31T00:00:00',
    '2026-12-31 00:00:00Z',
    ' 2026-12-31T00:00:00Z',
    '2026-12-31T00:00:00Z\n',
    '2026-12-31T00:00:00+0100',
    '2026-12-31T00:00:00+24:00',
    '2026-12-31T00:00:00+01:60',
    '2026-12-31T00:00:00.Z',
    '2026-12-31T24:00:00Z',
    '2026-12-31T00:60:00Z',
    '2026-12-31T00:00:61Z',
    '2026-12-31T12:00:60Z',
    '1970-01-12T13:46:60Z',
    '1970-01-01T00:08:60Z',
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-06-31T00:00:00Z',
    '2026-09-31T00:00:00Z',
    '2026-11-31T00:00:00Z',
    '2026-12-32T00:00:00Z',
    '2026-12-00T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '9999-12-31T23:59:59-00:01',
    '0000-01-01T00:00:00+00:01',
    '26-12-31T00:00:00Z',
    '12026-12-31T00:00:00Z',
    '1798675200',
    'never',
    '',
  ])('does not read %j', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});

describe('parseDuration', () => {
  it.each([
    ['0s', 0],
    ['100ms', 100],
    ['1m1ms', 60_001],
    ['1s500ms', 1500],
    ['30s', 30_000],
    ['5m', 300_000],
    ['90m', 5_400_000],
    ['52w', 31_449_600_000],
    ['720h', 2_592_000_000],
    ['14d', 1_209_600_000],
    ['2w', 1_209_600_000],
    ['1d12h', 129_600_000],
    ['1w1d1h1m1s', 694_861_000],
  ])('reads %s', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each([
    '',
    '14',
    'd',
    '-1d',
    '1.5h',
    '1h 1m',
    '1h1d',
    '1ms1s',
    '1ms1',
    '1d1d',
    '14 d',
    '14D',
    '1y',
    'x14d',
    '14dx',
    '99999999999999999w',
  ])('does not read %j', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});

function helpOf(read: () => unknown): string | undefined {
  try {
    read();
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics[0]?.help;
  }
  return undefined;
}

describe('readNow', () => {
  const systemTime = () => 1000;

  it('prefers --now, then SOURCE_DATE_EPOCH, then the system clock', () => {
    const env = { SOURCE_DATE_EPOCH: '86400' };
    expect(readNow('1970-01-01T00:00:05Z', { env, systemTime })).toBe(5000);
    expect(readNow(undefined, { env, systemTime })).toBe(86_400_000);
    expect(readNow(undefined, { env: { SOURCE_DATE_EPOCH: '' }, systemTime })).toBe(1000);
    expect(readNow(undefined, { env: {}, systemTime })).toBe(1000);
    expect(readNow(undefined, { env: { SOURCE_DATE_EPOCH: '253402300799' }, systemTime })).toBe(
      253_402_300_799_000,
    );
  });

  it.each(['today', '2026-12-31', ''])('refuses --now %j', (now) => {
    expect(() => readNow(now, { env: {}, systemTime })).toThrow(InputError);
    expect(() => readNow(now, { env: {}, systemTime })).toThrow('--now must be an RFC 3339 time');
    expect(helpOf(() => readNow(now, { env: {}, systemTime }))).toBe('write it like 2026-12-31T00:00:00Z');
  });

  it.each(['today', '-1', '1.5', '1e9', ' 1', '253402300800'])('refuses SOURCE_DATE_EPOCH %j', (epoch) => {
    expect(() => readNow(undefined, { env: { SOURCE_DATE_EPOCH: epoch }, systemTime })).toThrow(
      'SOURCE_DATE_EPOCH must be whole seconds since 1970',
    );
    expect(helpOf(() => readNow(undefined, { env: { SOURCE_DATE_EPOCH: epoch }, systemTime }))).toBe(
      'set it like SOURCE_DATE_EPOCH=$(git log -1 --format=%ct), or unset it',
    );
  });
});
