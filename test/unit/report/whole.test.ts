import { constants } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import { joinWhole } from '../../../src/report/whole.ts';

describe('a report that is written whole', () => {
  it('is its parts, one after the other', () => {
    expect(joinWhole(['a', '', 'b\n'])).toBe('ab\n');
  });

  it('is refused when it is longer than a text may be', () => {
    const part = 'x'.repeat(constants.MAX_STRING_LENGTH / 2);
    expect(() => joinWhole([part, part, part])).toThrow(InputError);
  });
});
