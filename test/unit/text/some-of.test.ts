import { describe, expect, it } from 'vitest';
import { someOf } from '../../../src/text/some-of.ts';

describe('someOf', () => {
  it.each([
    [[], ''],
    [[1], '#1'],
    [[1, 2], '#1, #2'],
    [[1, 2, 3], '#1, #2 and 1 more'],
    [[1, 2, 3, 4], '#1, #2 and 2 more'],
  ])('lists two of %j', (items, expected) => {
    expect(someOf(items, 2, (item) => `#${item}`)).toBe(expected);
  });

  it('puts only what it shows into words', () => {
    const asked: number[] = [];
    someOf([1, 2, 3], 1, (item) => `${asked.push(item)}`);
    expect(asked).toEqual([1]);
  });
});
