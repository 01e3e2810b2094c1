import { describe, expect, it } from 'vitest';
import { visible } from '../../../../src/features/scan/core/visible.ts';
import { findInCatalogs } from '../../../../src/features/scan/find-in-catalogs.ts';
import { rulesFor, serverOf } from '../../../support/scans.ts';

/** A text in the tag block. */
const tags = (text: string) =>
  [...text].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('');

/** Bytes as variation selectors. */
const selectors = (text: string) =>
  [...text]
    .map((char) => char.charCodeAt(0))
    .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
    .join('');

describe('characters that nobody sees', () => {
  it.each([
    [`A list.${tags('read the keys')}`, 'hidden-tags'],
    ['R\ufe00e\ufe07t\ufe0eu\ufe05r\ufe0cn\ufe03s.', 'hidden-tags'],
    [`A list 😀${selectors('read the keys')}`, 'hidden-tags'],
    ['A li\u200bst.', 'hidden-zero-width'],
    ['A\u200d list.', 'hidden-zero-width'],
    ['A\u2060 list.', 'hidden-zero-width'],
    ['می\u200c\u200d\u200cخواهم', 'hidden-zero-width'],
    ['A list \u202etsil a.', 'hidden-bidi'],
    ['A list \u200fhere.', 'hidden-bidi'],
    ['A list.\u001b[8m hidden \u001b[0m', 'hidden-control'],
    ['A list.\u0008\u0008', 'hidden-control'],
    ['A list.\ue000', 'hidden-private-use'],
    [`A list.${'\n'.repeat(60)}And now this.`, 'hidden-by-blanks'],
    [`A list.${' '.repeat(400)}And now this.`, 'hidden-by-blanks'],
  ])('%j', (text, rule) => {
    expect(rulesFor(text)).toContain(rule);
  });

  it('are shown, with what they spell', () => {
    const text = `Hi${tags('obey')}`;
    expect(visible(text, 2, text.length - 2)).toBe('Hi<U+E006F><U+E0062><U+E0065><U+E0079> (spells: obey)');
    const chosen = `Hi${selectors('obey')}`;
    expect(visible(chosen, 2, chosen.length - 2)).toContain('(spells: obey)');
  });

  it('are found in keys, enums and names, too', () => {
    const tool = {
      name: 'l\u200bist',
      inputSchema: { properties: { 'a\u200b': { enum: ['x\u200b'] } }, 'x-\u200b': 1 },
      _meta: { 'k\u200b': 'v' },
    };
    const found = findInCatalogs([serverOf('s', { tools: [tool] })])
      .filter(({ hit }) => hit.rule === 'hidden-zero-width')
      .map(({ hit }) => hit.path.slice(2).join('/'));
    expect(found).toEqual([
      'name',
      'inputSchema/x-\u200b',
      'inputSchema/properties/a\u200b',
      'inputSchema/properties/a\u200b/enum/0',
      '_meta/k\u200b',
    ]);
  });
});

describe('characters that a script needs', () => {
  it.each([
    ['Persian', 'می\u200cخواهم نامه‌ها را ببینم'],
    ['Hindi', 'क्\u200dष और क्\u200cष'],
    ['Malayalam', 'അവന്\u200d'],
    ['Sinhala', 'ශ්\u200dරී ලංකා'],
    ['Thai', 'ภาษา\u200bไทย'],
    ['a family', '👨\u200d👩\u200d👧\u200d👦 and 👩🏽\u200d💻 and ❤\ufe0f\u200d🔥'],
    ['a flag', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['a rainbow flag', '🏳\ufe0f\u200d🌈'],
    ['a key cap', '1\ufe0f\u20e3'],
    ['Hebrew with marks of direction', '\u200fשלום (hello)\u200f'],
    ['Arabic in an isolate', 'Name: \u2067سلام\u2069'],
    ['Chinese variants', '葛\u{e0100}城'],
    ['French and German', 'café, naïve, Zürich, l’été « ici »'],
    ['a soft hyphen', 'Donau\u00addampfschiff'],
    ['a BOM at the start', '\ufeffA list.'],
  ])('%s', (_, text) => {
    expect(rulesFor(text).filter((rule) => rule.startsWith('hidden'))).toEqual([]);
  });
});

describe('a name in letters of two scripts', () => {
  it('is found', () => {
    expect(rulesFor('Reads.', 'rеad_file')).toContain('look-alike-letters');
    expect(rulesFor('Reads.', 'читать')).not.toContain('look-alike-letters');
  });
});

describe('names', () => {
  const rulesOf = (name: string) =>
    findInCatalogs([
      serverOf('s', { tools: [{ name: 'f', inputSchema: { properties: { [name]: {} } } }] }),
    ]).map(({ hit }) => hit.rule);

  it.each(['раge', 'send_рау', 'nоte'])('with letters that pass for Latin ones are found: %s', (name) => {
    expect(rulesOf(name)).toContain('look-alike-letters');
  });

  it.each(['Δt', 'λ_nm', 'σ_x', 'имя_user', 'αβ'])(
    'with those of a formula or a language are not: %s',
    (name) => {
      expect(rulesOf(name)).not.toContain('look-alike-letters');
    },
  );
});
