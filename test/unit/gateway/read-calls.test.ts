import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import { readCalls } from '../../../src/gateway/read-calls.ts';

describe('a file of calls', () => {
  it.each([
    ['one call', '{\n "tool": "a"\n}\n', false, ['a']],
    ['a list of one', '[{"tool":"a"}]', true, ['a']],
    ['a list', '[{"tool":"a"}, {"tool":"b"}]', true, ['a', 'b']],
    ['a call a line', '{"tool":"a"}\n\n{"tool":"b","decision":"x"}\n', true, ['a', 'b']],
    [
      'numbers that no double holds',
      '{"tool":"a","arguments":{"id":12345678901234567890}}\n{"tool":"b"}',
      true,
      ['a', 'b'],
    ],
  ])('is read: %s', (_, text, many, tools) => {
    const file = readCalls(text, 'calls.json');
    expect({ many: file.many, tools: file.calls.map(({ tool }) => tool) }).toEqual({ many, tools });
  });

  it.each([
    ['a line that is no JSON', '{"tool":"a"}\n{"tool":\n', [2]],
    ['lines that are no call', '{"tool":"a"}\n{"tol":"b"}\n\n{"tool":"c","risk":101}\n', [2, 4]],
    ['an item that is no call', '[\n{"tool":"a"},\n7]', [3]],
    ['one call without a tool', '{}', [1]],
    ['an empty list', '[]', [undefined]],
    ['nothing', '', [1]],
  ])('is refused with its lines: %s', (_, text, lines) => {
    try {
      readCalls(text, 'calls.json');
    } catch (error) {
      const { diagnostics } = error as InputError;
      expect(diagnostics.map(({ position }) => position?.line)).toEqual(lines);
      return;
    }
    throw new Error('it was read');
  });

  it('is refused with no more findings than anybody reads', () => {
    const text = '{"tool":1}\n'.repeat(1000);
    expect(() => readCalls(text, 'c')).toThrow(InputError);
  });
});
