import { describe, expect, it } from 'vitest';
import { classifyName, DESTRUCTIVE_WORDS, MUTATING_WORDS } from '../../../src/exec-policy/classify.ts';

describe('classifyName', () => {
  it.each([
    ['delete_file', 'Destructive', 'delete'],
    ['deleteFile', 'Destructive', 'delete'],
    ['create_or_delete', 'Destructive', 'delete'],
    ['db.drop-table', 'Destructive', 'drop'],
    ['HTTPPost', 'Mutating', 'post'],
    ['settings', 'ReadOnlyPresumed', null],
    ['undelete', 'ReadOnlyPresumed', null],
    ['constructor', 'ReadOnlyPresumed', null],
    ['', 'ReadOnlyPresumed', null],
  ])('judges %s', (name, verdict, word) => {
    expect(classifyName(name)).toEqual({ class: verdict, word });
  });

  it('has the words of the source text', () => {
    expect(MUTATING_WORDS.join()).toBe('create,update,set,send,write,post,put,insert,patch,add,upload');
    expect(DESTRUCTIVE_WORDS.join()).toBe('delete,remove,drop,destroy,purge,erase,wipe,kill,revoke');
    for (const word of MUTATING_WORDS) expect(classifyName(word).class).toBe('Mutating');
    for (const word of DESTRUCTIVE_WORDS) expect(classifyName(word).class).toBe('Destructive');
  });
});
