import { describe, expect, it } from 'vitest';
import { words } from '../../../scripts/shell-words.ts';
import { QUESTIONS } from '../../../src/cli/help.ts';
import { runCli } from '../../support/run-cli.ts';

describe('the questions of the help', () => {
  it.each(QUESTIONS)('%s', async (_, command) => {
    expect(command.length).toBeLessThanOrEqual(76);
    const [program, ...argv] = words(command);
    expect(program).toBe('mcptest');
    // the command line is right: only the files are not there
    const { exitCode, stdout, stderr } = await runCli(argv);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/cannot be read: no such file or folder/);
  });

  it('come first, are five, and leave the help below two screens', async () => {
    const { exitCode, stdout, stderr } = await runCli(['--help']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(QUESTIONS).toHaveLength(5);
    expect(stdout.startsWith(QUESTIONS[0]?.[0] ?? '-')).toBe(true);
    const lines = stdout.split('\n');
    expect(lines.length).toBeLessThan(90);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    // the help of a command has its own example
    expect((await runCli(['policy', '--help'])).stdout).not.toContain(QUESTIONS[0]?.[0]);
  });
});
