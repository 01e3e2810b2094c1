import { describe, expect, it } from 'vitest';
import {
  hasTooManyValues,
  LONGEST_MESSAGE,
  MessageBound,
  MOST_VALUES,
  TOO_MANY_VALUES,
} from '../../../src/live/message-bound.ts';

const MANY = MOST_VALUES + 1;

/** What a body is refused for that arrives in pieces of a size. */
function refusal(body: string, isStream: boolean, size = 65_536): string | undefined {
  const bound = new MessageBound(isStream);
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += size) {
    const what = bound.take(bytes.subarray(at, at + size));
    if (what !== undefined) return what;
  }
  return undefined;
}

describe('MessageBound', () => {
  it.each<[string, string]>([
    ['numbers', `[${'1,'.repeat(MANY)}1]`],
    ['empty objects', `[${Array(MANY).fill('{}').join()}]`],
    ['lists in lists', `${'['.repeat(MANY)}${']'.repeat(MANY)}`],
    ['members', `{${'"a":1,'.repeat(MANY)}"b":1}`],
    ['numbers on lines of their own', `[\n${'1,\n'.repeat(MANY)}1\n]`],
    ['numbers after a string with quotes', `["\\"\\\\",${'1,'.repeat(MANY)}1]`],
  ])('refuses too many %s', (_, text) => {
    expect(refusal(text, false)).toBe(TOO_MANY_VALUES);
    expect(refusal(text, false, 7)).toBe(TOO_MANY_VALUES);
    expect(hasTooManyValues(Buffer.from(text))).toBe(true);
  });

  it.each<[string, string]>([
    ['as many values as there may be', `[${'1,'.repeat(MOST_VALUES - 1)}1]`],
    ['commas and brackets in a string', `["${',[{'.repeat(MANY)}"]`],
    ['commas after an escaped quote', `["\\"${','.repeat(MANY)}"]`],
    ['commas in characters of many bytes', `["${'\u012c\u5b7b'.repeat(MANY)}"]`],
  ])('accepts %s', (_, text) => {
    expect(refusal(text, false)).toBeUndefined();
    expect(refusal(text, false, 5)).toBeUndefined();
    expect(hasTooManyValues(Buffer.from(text))).toBe(false);
  });

  it.each(['\n\n', '\r\r', '\r\n\r\n'])('counts the values of each event that %j ends', (end) => {
    const half = `data: [${'1,'.repeat(MOST_VALUES / 2 + 1)}1]`;
    expect(refusal(`${half}${end}${half}${end}`, true, 1001)).toBeUndefined();
    expect(refusal(`${half}\n${half}${end}`, true, 1001)).toBe(TOO_MANY_VALUES);
    expect(refusal(`${half}${end}${half}${end}`, false)).toBe(TOO_MANY_VALUES);
  });

  it('is not led astray by a quote in a comment of a stream', () => {
    expect(refusal(`: "\ndata: [${'1,'.repeat(MANY)}1]\n\n`, true)).toBe(TOO_MANY_VALUES);
  });

  it('refuses a message that is too long', () => {
    const what = `longer than ${LONGEST_MESSAGE} bytes`;
    expect(refusal(`"${'x'.repeat(LONGEST_MESSAGE)}"`, false)).toBe(what);
    expect(refusal(`: ${'x'.repeat(LONGEST_MESSAGE)}\n\n`, true)).toBe(what);
  });
});
