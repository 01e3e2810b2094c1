import { describe, expect, it } from 'vitest';
import { parseByteSize, readByteSize } from '../../../../src/commands/gateway/read-byte-size.ts';

describe('a size in bytes', () => {
  it.each([
    ['65536', 65_536],
    ['64k', 65_536],
    ['10m', 10_485_760],
    ['1g', 1_073_741_824],
  ])('reads %s', (text, size) => {
    expect(parseByteSize(text)).toBe(size);
  });

  it.each(['', '0', '0k', '-1', '1.5m', '10M', '10 m', 'k', '1t', '9999999g', '1e3'])(
    'refuses `%s`',
    (text) => {
      expect(parseByteSize(text)).toBeUndefined();
      expect(() => readByteSize('--audit-max-size', text)).toThrow(
        '--audit-max-size must be a size in bytes',
      );
    },
  );

  it('is absent when it is not given', () => {
    expect(readByteSize('--audit-max-size', undefined)).toBeUndefined();
  });
});
