import { describe, expect, it } from 'vitest';
import { commandsOf, hasFlag, programOf } from '../../../src/inspection/shell-commands.ts';

describe('commandsOf', () => {
  it.each([
    [
      'a b; c && d | e',
      [
        ['', 'a b'],
        [';', 'c'],
        ['&&', 'd'],
        ['|', 'e'],
      ],
    ],
    ['bash -c "rm -rf /"', [['', 'bash -c rm -rf /']]],
    [
      'x$(id)',
      [
        ['', 'x'],
        ['$(', 'id'],
      ],
    ],
    [
      'a \\\n b\nc',
      [
        ['', 'a b'],
        ['\n', 'c'],
      ],
    ],
    ['echo $HOME', [['', 'echo $HOME']]],
    ['', []],
    ['; | &', []],
  ])('reads %j', (text, commands) => {
    expect(commandsOf(text).map(({ after, words }) => [after, words.join(' ')])).toEqual(commands);
  });

  it('says where a command stands', () => {
    expect(commandsOf('a; bc d ')[1]).toMatchObject({ start: 3, end: 7 });
  });
});

it('knows a program by its name alone', () => {
  expect(programOf('/bin/rm')).toBe('rm');
  expect(programOf('C:\\Windows\\CMD.exe')).toBe('cmd');
});

it('finds short flags among others, and long ones with and without a value', () => {
  expect(hasFlag(['-rf'], 'f', '--force')).toBe(true);
  expect(hasFlag(['--force=yes'], 'f', '--force')).toBe(true);
  expect(hasFlag(['--forceful', 'f', '-'], 'f', '--force')).toBe(false);
});
