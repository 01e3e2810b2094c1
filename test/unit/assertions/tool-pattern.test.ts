import { describe, expect, it } from 'vitest';
import { isToolPatternFault, parseToolPattern } from '../../../src/assertions/tool-pattern.ts';
import { mustEnd } from '../../support/must-end.ts';

function pattern(text: string) {
  const parsed = parseToolPattern(text);
  if (isToolPatternFault(parsed)) throw new Error(parsed.message);
  return parsed;
}

describe('a tool pattern', () => {
  it.each([
    ['*', ['add', '.hidden', 'a/b', '', '..', '\n', 'x'.repeat(10_000)]],
    ['delete_*', ['delete_', 'delete_all', 'delete_.x']],
    ['*_item', ['_item', '.a_item', 'add_item']],
    ['{add,remove}_item', ['add_item', 'remove_item']],
    ['item_{1..3}', ['item_1', 'item_3']],
    ['!(get|list)_*', ['delete_x', '_x']],
    ['+(ab)', ['ab', 'abab']],
    ['a?c', ['abc', 'a😀c']],
    ['[a-c]x', ['ax', 'cx']],
    ['files/*', ['files/read']],
    ['**', ['a/b']],
    ['a\\*b*', ['a*b', 'a*bc']],
    [
      '*delete*',
      ['fs/delete_file', 'a/b/delete/c', '/delete', 'x\ndelete_all', './delete', '../delete', 'delete\u2028'],
    ],
    ['delete_*', ['delete_a/b', 'delete_/', 'delete_\r\n', 'delete_..']],
    ['*', ['a//b', '../a', 'a\u2029b', '\ud800']],
    ['{*,x}_all', ['a/b_all', '.._all']],
    ['?', ['/', '\n', '.', '😀']],
    ['??', ['..', '//', './']],
    ['*/delete', ['a/b/delete', '/delete', '../delete']],
    ['**/delete', ['delete', 'a/delete', 'a/b/delete', '../delete']],
    ['fs/**/delete', ['fs/delete', 'fs/a/b/delete', 'fs/../delete']],
    ['fs/**', ['fs/', 'fs/a/b']],
    ['!(get)', ['fs/get', 'get/', '..', '']],
    ['fs!(*/get)', ['fs/set', 'fs/get/x']],
    ['@(fs/*|db)', ['fs/a/b', 'db']],
    ['+(a/)b', ['a/b', 'a/a/b']],
    ['a[/_]b', ['a/b', 'a_b']],
    ['[+-9]x', ['/x', '.x']],
    ['[!a]x', ['/x', '.x', '\nx']],
    ['[[:punct:]]x', ['/x', '.x']],
    ['a\\/*', ['a/b/c']],
  ])('%s is a glob that matches', (text, names) => {
    expect(pattern(text).literal).toBeUndefined();
    for (const name of names) expect(pattern(text).matches(name), name).toBe(true);
  });

  it.each([
    ['delete_*', ['delete', 'xdelete_a', 'Delete_a', 'fs/delete_a']],
    ['{add,remove}_item', ['_item', 'add', '{add,remove}_item']],
    ['!(get|list)_*', ['get_x', 'list_']],
    ['a?c', ['ac', 'abbc']],
    ['[a-c]x', ['dx', '[a-c]x']],
    ['a\\*b*', ['axb']],
    ['*/delete', ['delete', 'delete/']],
    ['**/delete', ['xdelete', 'delete/x']],
    ['fs/**/delete', ['fsdelete', 'fs/xdelete']],
    ['?', ['', 'ab', '//']],
    ['[!/]x', ['/x', 'ax/']],
    ['[a-c]/x', ['a\ue000x', 'd/x']],
    ['fs/{a,b}', ['fs/a/', 'fs/', 'fsa']],
    ['!(get)', ['get']],
  ])('%s does not match', (text, names) => {
    for (const name of names) expect(pattern(text).matches(name), name).toBe(false);
  });

  it.each([
    ['add_widget', 'add_widget'],
    ['#comment', '#comment'],
    ['!negated', '!negated'],
    ['a\\*b', 'a*b'],
    ['tool(v1)', 'tool(v1)'],
    ['a{b}', 'a{b}'],
    ['[open', '[open'],
    ['a//b', 'a//b'],
    ['a/../b', 'a/../b'],
    ['./a', './a'],
    ['a\\/b', 'a/b'],
    ['[/]x', '/x'],
    ['a/{b}', 'a/{b}'],
    ['a/\\*\ue000', 'a/*\ue000'],
    ['__proto__', '__proto__'],
    ['\ud800', '\ud800'],
    ['x'.repeat(5000), 'x'.repeat(5000)],
  ])('%s is the name %s', (text, name) => {
    expect(pattern(text).literal).toBe(name);
    expect(pattern(text).matches(name)).toBe(true);
    expect(pattern(text).matches(`${name}x`)).toBe(false);
    expect(pattern(text).matches(name.toUpperCase() === name ? 'a' : name.toUpperCase())).toBe(false);
  });

  it.each([
    ['', 'must be the name of a tool or a glob, found nothing'],
    [`${'a'.repeat(256)}*`, 'a glob has at most 256 characters, found 257'],
    [
      '{a,b}'.repeat(10),
      `the braces of \`${'{a,b}'.repeat(10)}\` expand to more than 1000 patterns, or to none`,
    ],
    ['{,{,{,{,}}}}'.repeat(4), expect.stringContaining('or to none')],
  ])('%s is refused', (text, message) => {
    expect(parseToolPattern(text)).toMatchObject({ message });
  });

  it.each([
    ['*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b', 'a'.repeat(100_000)],
    ['+(a|aa)+(a|aa)+(a|aa)+(a|aa)b', 'a'.repeat(100_000)],
    ['*(*(*(*(a))))b', 'a'.repeat(100_000)],
    [`${'!(a)'.repeat(60)}b`, 'a'.repeat(10_000)],
    ['!(!(!(*a*)*)*)*b', 'a'.repeat(10_000)],
    [`${'**/a/'.repeat(50)}b`, 'a/'.repeat(20_000)],
    ['[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*[a-z]*!', 'a'.repeat(100_000)],
  ])('%s takes no exponential time', (text, name) => {
    expect(mustEnd(() => pattern(text).matches(name))).toBe(false);
  });
});
