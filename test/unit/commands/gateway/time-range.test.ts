import { describe, expect, it } from 'vitest';
import { readTimeRange } from '../../../../src/commands/gateway/time-range.ts';
import { InputError } from '../../../../src/errors.ts';

const at = (text: string) => Date.parse(text);

describe('--since and --until', () => {
  it('take a time, or a day: its start in UTC', () => {
    expect(readTimeRange({ since: '2026-05-01', until: '2026-05-08' })).toEqual({
      since: at('2026-05-01T00:00:00Z'),
      until: at('2026-05-08T00:00:00Z'),
    });
    expect(readTimeRange({ since: '2026-05-01T08:00:00+02:00', until: '2026-05-02' })).toEqual({
      since: at('2026-05-01T06:00:00Z'),
      until: at('2026-05-02T00:00:00Z'),
    });
    expect(readTimeRange({ since: undefined, until: undefined })).toEqual({
      since: undefined,
      until: undefined,
    });
    expect(readTimeRange({ since: '2024-02-29', until: undefined }).since).toBe(at('2024-02-29T00:00:00Z'));
  });

  it.each([
    '',
    '2026-02-29',
    '2026-5-1',
    '2026-05',
    '20260501',
    '2026-05-01 ',
    '2026-05-01T00:00:00',
    'today',
  ])('refuse `%s`, and say what is allowed', (given) => {
    for (const flag of ['since', 'until'] as const) {
      const read = () => readTimeRange({ since: undefined, until: undefined, [flag]: given });
      expect(read).toThrow(InputError);
      expect(read).toThrow(`--${flag} must be a day or an RFC 3339 time, found \`${given}\``);
    }
  });

  it('refuse an empty range: a day that ends it is not in it', () => {
    const read = () => readTimeRange({ since: '2026-05-01', until: '2026-05-01' });
    expect(read).toThrow('--since 2026-05-01T00:00:00Z is not before --until 2026-05-01T00:00:00Z');
  });
});
