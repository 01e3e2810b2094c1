import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shellCommand } from '../../../src/report/shell-command.ts';

describe('a command for a shell', () => {
  it.each([
    ['run.json', 'run.json'],
    ['--out=ci/gate_1:a@b%c+d,e-f', '--out=ci/gate_1:a@b%c+d,e-f'],
    ['', "''"],
    ['release gate.yml', "'release gate.yml'"],
    ['$HOME', "'$HOME'"],
    ['a;b', "'a;b'"],
    ['~', "'~'"],
    ["policy's.yml", "'policy'\\''s.yml'"],
    ['a\nb', "'a\\nb'"],
    ['\u001b[31m', "'\\u001b[31m'"],
    ['ä', "'ä'"],
  ])('writes %j as %s', (word, written) => {
    expect(shellCommand([word])).toBe(written);
    expect(shellCommand(['mcptest', word])).toBe(`mcptest ${written}`);
  });

  it('is read by a shell as the words that it was made of', () => {
    const words = [
      'a b',
      '$(touch x)',
      '`x`',
      '"',
      "'",
      "''",
      '\\',
      '*',
      '#',
      '!',
      '&&',
      '',
      '--',
      '{a,b}',
      '~',
    ];
    const { stdout } = spawnSync('bash', ['-c', `printf '%s\\0' ${shellCommand(words)}`], {
      encoding: 'utf8',
    });
    expect(stdout.split('\0').slice(0, -1)).toEqual(words);
  });
});
