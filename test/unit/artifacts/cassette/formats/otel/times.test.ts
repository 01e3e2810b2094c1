import { describe, expect, it } from 'vitest';
import { endOf, startOf } from '../../../../../../src/artifacts/cassette/formats/otel/times.ts';

const AT = Date.parse('2026-06-01T12:00:00.123Z');

describe('the start of a span', () => {
  it.each<[string, Record<string, unknown>]>([
    ['nanoseconds as text', { startTimeUnixNano: `${AT}000000` }],
    ['nanoseconds as a number', { start_time_unix_nano: AT * 1e6 }],
    ['a date and time', { start_time: '2026-06-01T12:00:00.123Z' }],
    ['a date and time without an offset', { startTime: '2026-06-01 12:00:00.123' }],
    ['milliseconds', { startTime: AT }],
    ['microseconds', { startTime: AT * 1e3 }],
    ['nanoseconds in another key', { start_time: AT * 1e6 }],
    ['milliseconds as text', { startTime: String(AT) }],
    ['microseconds as text', { startTime: `${AT}000` }],
    ['nanoseconds as text in another key', { startTime: `${AT}000000` }],
    ['seconds and nanoseconds', { startTime: [Math.floor(AT / 1000), 123_000_000] }],
    ['seconds and nanoseconds as texts', { startTime: [String(Math.floor(AT / 1000)), '123000000'] }],
  ])('is read as %s', (_, span) => {
    expect(startOf(span)).toBeCloseTo(AT, 2);
  });

  it('keeps what is below a millisecond', () => {
    expect(startOf({ startTime: '2026-06-01T12:00:00.123456Z' })).toBeCloseTo(AT + 0.456, 2);
  });

  it.each([
    [{}],
    [{ startTimeUnixNano: 'soon' }],
    [{ startTime: 'soon' }],
    [{ startTime: {} }],
    [{ startTime: [] }],
    [{ startTime: ['soon', 'later'] }],
  ])('is 0 when the span does not say it: %j', (span) => {
    expect(startOf(span)).toBe(0);
  });

  it('is its end when it has none', () => {
    expect(endOf({ startTime: AT })).toBe(AT);
    expect(endOf({ startTime: AT, end_time: AT + 1 })).toBe(AT + 1);
    expect(endOf({ startTime: AT, endTimeUnixNano: 'soon' })).toBe(AT);
  });
});
