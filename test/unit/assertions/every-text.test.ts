import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchesEveryText } from '../../../src/assertions/every-text.ts';
import { compileRegex, type Pattern } from '../../../src/assertions/regex.ts';

const matches = (source: string) => matchesEveryText(source, compileRegex);

it.each([
  '.*',
  '^',
  '$',
  '^.*',
  '.*$',
  '(?s)^.*$',
  '(?i)a?',
  '[^$]*',
  '[[:alpha:]^]*',
  '\\$*',
  '\\Q$\\E*',
  '^x|b*',
  '[]$]*',
  '[^]^]*',
])('knows that every text matches %s', (source) => expect(matches(source)).toBe(true));

it.each([
  '.',
  '.+',
  '^.*$',
  '^$',
  '\\b',
  'a*\\b',
  'x*\\$',
  '\\\\$',
  '[a',
  '^a*|^b',
  '(^)x',
  '([[:]|)x*^',
  '(\\Qa',
  'a\\Q$',
])('does not say so of %s', (source) => expect(matches(source)).toBe(false));

it('says so of no pattern that a text fails', () => {
  const parts = [
    'a',
    'b',
    '.',
    '^',
    '$',
    '*',
    '?',
    '|',
    '(',
    ')',
    '[',
    ']',
    '\\',
    'Q',
    'E',
    'z',
    '(?s)',
    '(?m)',
  ];
  const source = fc.array(fc.constantFrom(...parts), { maxLength: 7 }).map((some) => some.join(''));
  const text = fc.array(fc.constantFrom('a', 'b', '\n', '^', '$', 'Q', '\\'), { maxLength: 4 });
  fc.assert(
    fc.property(source, text, (pattern, letters) => {
      fc.pre(typeof compileRegex(pattern) !== 'string' && matches(pattern));
      expect((compileRegex(pattern) as Pattern).test(letters.join(''))).toBe(true);
    }),
    { numRuns: 2000, maxSkipsPerRun: 10_000 },
  );
});
