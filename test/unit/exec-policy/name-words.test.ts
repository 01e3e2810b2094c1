import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../src/exec-policy/name-words.ts';

describe('wordsOf', () => {
  it.each([
    ['delete_file', ['delete', 'file']],
    ['delete-file', ['delete', 'file']],
    ['deleteFile', ['delete', 'file']],
    ['HTTPPost', ['http', 'post']],
    ['VPS_deleteVM', ['vps', 'delete', 'vm']],
    ['delete2', ['delete', '2']],
    ['a1B2', ['a', '1', 'b', '2']],
    ['settings', ['settings']],
    ['db.drop/table', ['db', 'drop', 'table']],
    ['ÄndernÜber', ['ändern', 'über']],
    ['getURLsAndDelete', ['get', 'ur', 'ls', 'and', 'delete']],
    ['deleteVMs', ['delete', 'v', 'ms']],
    ['DELETEFile', ['delete', 'file']],
    ['delete٣file', ['delete', '٣', 'file']],
    ['delete²file', ['delete', '2', 'file']],
    ['删除delete', ['删除delete']],
    ['DELETE', ['delete']],
    ['v2Delete3x', ['v', '2', 'delete', '3', 'x']],
    ['de\u200blete', ['delete']],
    ['\uff44\uff45\uff4c\uff45\uff54\uff45_all', ['delete', 'all']],
    ['créer__supprimer', ['créer', 'supprimer']],
    ['...', []],
    ['', []],
  ])('splits %s', (name, words) => {
    expect(wordsOf(name)).toEqual(words);
  });
});
