import { describe, expect, it } from 'vitest';
import { compileToolGlob } from '../../../../../src/features/gateway/rules/tool-glob.ts';

const matches = (pattern: string, name: string) => compileToolGlob(pattern).matches(name);

describe('a tool pattern', () => {
  it.each([
    ['gmail.send', 'gmail.send', true],
    ['gmail.send', 'gmail.sendx', false],
    ['gmail.send', 'xgmail.send', false],
    ['gmail.send', 'Gmail.send', false],
    ['gmail.send', 'gmailxsend', false],
    ['github.*', 'github.merge', true],
    ['github.*', 'github.a.b/c', true],
    ['github.*', 'github.', false],
    ['github.*', 'github', false],
    ['github.*', 'GitHub.merge', false],
    ['aws.delete_*', 'aws.delete_bucket', true],
    ['aws.delete_*', 'aws.delete_', false],
    ['*', 'a', true],
    ['*', '\n', true],
    ['*', '', false],
    ['**', 'a', false],
    ['**', 'ab', true],
    ['***', 'ab', false],
    ['***', 'abc', true],
    ['a**', 'ab', false],
    ['a**', 'abc', true],
    ['**a', 'xa', false],
    ['**a', 'xxa', true],
    ['*a', 'a', false],
    ['*a', 'aa', true],
    ['*a', 'ab', false],
    ['a*a', 'aa', false],
    ['a*a', 'aaa', true],
    ['a*b*c', 'a1b2c', true],
    ['a*b*c', 'ab2c', false],
    ['a*b*c', 'a1bc', false],
    ['a*b*c', 'a1b2c3c', true],
    ['a*b*c', 'a1b2c3', false],
    ['*ab*ab', 'xabab', false],
    ['*ab*ab', 'xab.ab', true],
    ['*ab*ab', 'ab.ab', false],
    ['*ab*ab', '.ab.ab.ab', true],
    ['*a*', 'a', false],
    ['*a*', 'xa', false],
    ['*a*', 'ax', false],
    ['*a*', 'xax', true],
    ['*a*', 'aax', true],
    ['*a*', 'aaa', true],
    ['a**b', 'a1b', false],
    ['a**b', 'a12b', true],
    ['a*', 'a\n', true],
    ['a*c', 'a\nc', true],
    ['a?', 'ab', false],
    ['a?', 'a?', true],
    ['[ab]', 'a', false],
    ['[ab]', '[ab]', true],
    ['{a,b}', 'a', false],
    ['{a,b}', '{a,b}', true],
    ['!a', 'b', false],
    ['!a', '!a', true],
    ['a.b', 'axb', false],
    ['a\\*', 'a\\x', true],
    ['a\\*', 'a*', false],
    ['$^', '$^', true],
    ['__proto__', '__proto__', true],
    ['__proto__', 'constructor', false],
    // a character beyond the basic plane is one character
    ['*', '😀', true],
    ['**', '😀', false],
    ['**', '😀😀', true],
    ['*😀', '😀😀', true],
    ['*😀', 'x😀', true],
  ])('%j on %j: %j', (pattern, name, expected) => {
    expect(matches(pattern, name)).toBe(expected);
  });

  it('takes one walk along a long name, however many stars it has', () => {
    const name = 'a'.repeat(100_000);
    expect(matches('a*'.repeat(100), name)).toBe(true);
    expect(matches(`${'a*'.repeat(100)}b`, name)).toBe(false);
    expect(matches(`${'*a'.repeat(100)}b*`, name)).toBe(false);
    expect(matches('*'.repeat(1000), name)).toBe(true);
  });

  it('says what every name that it matches begins with', () => {
    expect(compileToolGlob('a.b')).toMatchObject({ literal: 'a.b', prefix: 'a.b' });
    expect(compileToolGlob('a.*c')).toMatchObject({ literal: undefined, prefix: 'a.' });
    expect(compileToolGlob('*')).toMatchObject({ literal: undefined, prefix: '' });
  });
});
