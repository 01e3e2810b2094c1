import { describe, expect, it } from 'vitest';
import { wrap } from '../../../src/report/wrap.ts';

describe('a text in lines', () => {
  it.each([
    ['', 5, ['']],
    ['a bc', 4, ['a bc']],
    ['a bc', 3, ['a', 'bc']],
    ['longer than it', 6, ['longer', 'than', 'it']],
    ['incomprehensible', 5, ['incomprehensible']],
    ['to incomprehensible a', 5, ['to', 'incomprehensible', 'a']],
    ['漢字 漢字', 8, ['漢字', '漢字']],
    ['漢字 漢字', 9, ['漢字 漢字']],
  ])('%j of %i columns', (text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines);
  });
});
