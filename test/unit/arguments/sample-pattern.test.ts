import { describe, expect, it } from 'vitest';
import { textsOfPattern } from '../../../src/arguments/sample-pattern.ts';

describe('texts of a pattern', () => {
  it.each([
    '^[a-z]+$',
    '^(?:GET|POST|PUT)$',
    '^(?<year>\\d{4})-\\d{2}$',
    '^(?=a)a.c$',
    '^[^a0A]$',
    '^[^\\s]{3,}$',
    '^[\\]x-]$',
    '^[a\\-z]{2}$',
    '^\\x41\\u0042\\t\\0$',
    '^a{2}b{1,}c{0,3}d?e*f+?$',
    '^\\w+@\\w+\\.(com|org)$',
    '^\\D\\W\\S\\s$',
    '\\bword\\b',
    '^.{65,70}$',
    '^(a|b|c|d|e|f)$',
    '^x|y$',
    '^([a-c]{2}-){3}$',
    '^[^a0A_ .b/@-]$',
  ])('hold one that %s matches', (source) => {
    const pattern = new RegExp(source);
    const texts = [...textsOfPattern(source, 70)];
    expect(texts.some((text) => pattern.test(text))).toBe(true);
  });

  it('read what only other engines know', () => {
    const firstOf = (source: string) => [...textsOfPattern(source)][0];
    expect(firstOf('\\A[[:digit:]][[:alpha:]]\\z')).toBe('0a');
    expect(firstOf('\\p{N}\\p{Lu}\\p{L}\\pL\\P{L}\\p{^L}')).toBe('0Aaa-a');
    expect(firstOf('^(?i:abc)$')).toBe('abc');
    expect(firstOf('\\x{41}\\u{1F600}\\u{110000}')).toBe('A😀');
    expect(firstOf('(?P<name>a)(?<!b)(?!c)(?<=d)e')).toBe('ae');
  });

  it('are as long as the schema wants', () => {
    const lengths = [...textsOfPattern('^a*$', 100)].map((text) => text.length);
    expect(new Set(lengths)).toEqual(new Set([0, 1, 2, 4, 8, 16, 32, 64, 100]));
  });

  it.each([
    ['end before the pattern does', 'a)b'],
    ['would be too long', '(((a{999}){999}){999})'],
    ['would nest too deep', `${'('.repeat(60)}a${')'.repeat(60)}`],
  ])('are none when they %s', (_, source) => {
    expect([...textsOfPattern(source)]).toEqual([]);
  });

  it('are tried for what is cut off', () => {
    for (const source of ['[a', '(a', 'a\\', '[[:digit', '\\x4', '\\u{zz}', '\\p', 'a{2', '[]', '[z-']) {
      expect([...textsOfPattern(source)].every((text) => text.length <= 200)).toBe(true);
    }
  });
});
