import { describe, expect, it } from 'vitest';
import { foldLookAlikes } from '../../../src/text/look-alikes.ts';

describe('names that look alike', () => {
  it.each([
    ['letter case', 'Delete_User'],
    ['full width', 'ｄｅｌｅｔｅ＿ｕｓｅｒ'],
    ['Cyrillic letters', 'd\u0435l\u0435te_us\u0435r'],
    ['Greek and other letters', 'delete_\u03c5s\u0435r'],
    ['a zero width space', 'delete\u200b_user'],
    ['a soft hyphen', 'de\u00adlete_user'],
    ['a variation selector', 'delete_user\ufe0f'],
    ['a tag character', 'delete_user\u{e0041}'],
    ['a mark of direction', '\u202edelete_user'],
    ['a control character', 'delete_user\u0007'],
    ['blanks', ' delete\u00a0_user '],
    ['a blank of Braille', 'delete_user\u2800'],
    ['an accent on a letter that has none', 'd\u0301elete_user'],
    ['half of a surrogate pair', 'delete_user\ud800'],
    ['a capital i', 'deIete_user'],
    ['a one', 'de1ete_user'],
    ['a bar', 'de|ete_user'],
    ['mathematical letters', '𝐝𝐞𝐥𝐞𝐭𝐞_user'],
  ])('folds %s', (_, name) => {
    expect(foldLookAlikes(name)).toBe(foldLookAlikes('delete_user'));
  });

  it.each(['delete_users', 'delete-user', 'delete_usér', '刪除_user', 'delete_us3r'])(
    'keeps what looks different: %s',
    (name) => {
      expect(foldLookAlikes(name)).not.toBe(foldLookAlikes('delete_user'));
    },
  );

  it('folds composed and decomposed letters to the same name', () => {
    expect(foldLookAlikes('caf\u00e9')).toBe(foldLookAlikes('cafe\u0301'));
  });
});
