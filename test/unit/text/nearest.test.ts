import { describe, expect, it } from 'vitest';
import { nearest } from '../../../src/text/nearest.ts';

describe('the nearest word', () => {
  it.each([
    // two letters may always differ
    ['max', 'mxa', 'max'],
    ['max', 'mxaa', 'max'],
    ['max', 'mxaab', undefined],
    // from nine letters on a third of what was written
    ['owner', 'onwr', 'owner'],
    ['run.failed', 'run.fxxxed', 'run.failed'],
    ['run.failed', 'run.xxxxed', undefined],
    ['twelve_chars', 'twelve_xxxxs', 'twelve_chars'],
    ['twelve_chars', 'twelvexxxxxs', undefined],
    // eight letters have no third letter to spare
    ['severity', 'severxxx', undefined],
    ['severity', 'severixx', 'severity'],
  ])('of %s alone to %s is %s', (candidate, word, expected) => {
    expect(nearest(word, [candidate])).toBe(expected);
  });

  it('may differ in letter case', () => {
    expect(nearest('RUN.FAILED', ['run.failed'])).toBe('run.failed');
    expect(nearest('t1', ['T1', 'T2'])).toBe('T1');
    expect(nearest('json', ['JSON'])).toBe('JSON');
  });

  it('is the one with the fewest differences, the first of several', () => {
    expect(nearest('run.pased', ['run.passes', 'run.passed', 'run.total'])).toBe('run.passed');
    expect(nearest('T9', ['T1', 'T2', 'T3'])).toBe('T1');
    expect(nearest('T2', ['T1', 'T2'])).toBe('T2');
  });

  it('has a letter in common with the word', () => {
    expect(nearest('xy', ['id', 'no'])).toBeUndefined();
    expect(nearest('x', ['a'])).toBeUndefined();
    expect(nearest('', ['id', 'max'])).toBeUndefined();
  });

  it('is not searched for in a text that is not a word', () => {
    expect(nearest('a'.repeat(100), ['a'.repeat(100)])).toBe('a'.repeat(100));
    expect(nearest('a'.repeat(101), ['a'.repeat(101)])).toBeUndefined();
  });

  it('is none of nothing', () => {
    expect(nearest('max', [])).toBeUndefined();
  });
});
