import { describe, expect, it } from 'vitest';
import { showAround, showAtLength } from '../../../src/assertions/show.ts';

describe('a value that is meant to be read', () => {
  it('is whole up to the limit, and loses its middle beyond it', () => {
    expect(showAtLength('x'.repeat(500))).toBe(`\`"${'x'.repeat(500)}"\``);
    expect(showAtLength(`start${'x'.repeat(600)}end`, 8)).toBe('`"star…xend"`');
    expect(showAtLength({ a: 'b' })).toBe('`{"a":"b"}`');
    expect(showAtLength(undefined)).toBe('nothing');
  });

  it('shows of a list of texts the last as well', () => {
    const texts = ['first '.repeat(200), 'second '.repeat(200), 'I deleted the order'];
    expect(showAtLength(texts)).toContain('"I deleted the order"]');
    const many = Array.from({ length: 50 }, (_, index) => `${index} ${'x'.repeat(100)}`);
    expect(showAtLength(many)).toMatch(/^`\["0 .*","1 .*",…,"42 .*"49 x+…x+"\]`$/);
  });

  it('cuts no character in two', () => {
    expect(showAtLength('\u{1f600}'.repeat(4), 2)).toBe('`"…"`');
    expect(showAround('\u{1f600}abc\u{1f600}', 2, 5, 1)).toBe('`…"abc"…`');
  });
});

describe('a part of a text', () => {
  it('is shown with the text around it', () => {
    const text = `${'a'.repeat(300)}HERE${'b'.repeat(300)}`;
    expect(showAround(text, 300, 304, 3)).toBe('`…"aaaHEREbbb"…`');
    expect(showAround('HERE and there', 0, 4, 3)).toBe('`"HERE an"…`');
    expect(showAround('x'.repeat(1000), 0, 1000, 5)).toBe(`\`"${'x'.repeat(105)}"…\``);
  });
});
