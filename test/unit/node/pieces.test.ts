import { describe, expect, it } from 'vitest';
import { textPieces } from '../../../src/node/pieces.ts';

describe('the pieces of a text', () => {
  it.each([1, 2, 3, 4, 5, 100])('of at most %d units are the text again, as bytes too', (longest) => {
    const text = 'ab\u{1f600}c\u{1f600}\u{1f600}é\ud800z\udc00';
    const pieces = [...textPieces(text, longest)];
    expect(pieces.join('')).toBe(text);
    if (longest > 1)
      expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece)))).toEqual(Buffer.from(text));
  });

  it('of nothing are none', () => {
    expect([...textPieces('')]).toEqual([]);
  });
});
