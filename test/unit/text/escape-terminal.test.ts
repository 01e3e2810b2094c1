import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../../src/diagnostic.ts';
import { codeEscape, escapeForTerminal, escapeLine } from '../../../src/text/escape-terminal.ts';

describe('escapeForTerminal', () => {
  it.each([
    ['plain text', 'plain text'],
    ['Grüße 👋🏽 e\u0301', 'Grüße 👋🏽 e\u0301'],
    ['\u001b[31mred', '\\u001b[31mred'],
    ['\u009b31m', '\\u009b31m'],
    ['a\nb\r\tc', 'a\\nb\\r\\tc'],
    ['\u202eevil', '\\u202eevil'],
    ['soft\u00adhyphen, \u2060, \u180e', 'soft\\u00adhyphen, \\u2060, \\u180e'],
    ['\u{e0041}', '\\u{e0041}'],
    ['lone \ud800', 'lone \\ud800'],
    ['\udc00 lone', '\\udc00 lone'],
    ['at ##[set-output name=verdict]pass', 'at \\u0023#[set-output name=verdict]pass'],
    ['a ##vso[task.complete]', 'a \\u0023#vso[task.complete]'],
    ['### heading [x]', '### heading [x]'],
    ['::error::x', '::error::x'],
  ])('%j becomes %s', (text, safe) => {
    expect(escapeForTerminal(text)).toBe(safe);
  });

  it.each([
    ['::error::x', '\\u003a:error::x'],
    ['  ::stop-commands::x', '  \\u003a:stop-commands::x'],
    ['a::b', 'a::b'],
  ])('at the start of a line %j becomes %s', (text, safe) => {
    expect(escapeLine(text)).toBe(safe);
  });

  it('keeps a path from starting a command in a log', () => {
    expect(formatDiagnostic({ file: '::notice::x', message: 'm' })).toBe('\\u003a:notice::x: error: m');
  });
});

describe('a letter without a shape', () => {
  it.each(['\u3164', '\u115f', '\u1160', '\uffa0', '\u034f', '\u17b4'])('is shown: %j', (letter) => {
    expect(escapeForTerminal(`a${letter}b`)).toBe(`a${codeEscape(letter)}b`);
  });
});
