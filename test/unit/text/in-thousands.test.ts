import { expect, it } from 'vitest';
import { inThousands } from '../../../src/text/in-thousands.ts';

it('separates thousands as English does', () => {
  for (const number of [0, 7, 999, 1000, 1001, 65_536, 100_000, 1_000_000, 12_034_005]) {
    expect(inThousands(number)).toBe(number.toLocaleString('en'));
  }
});
