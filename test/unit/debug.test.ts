import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.ts';
import { sha256 } from '../../src/node/sha256.ts';
import { memoryFiles } from '../support/memory-files.ts';
import { runCli } from '../support/run-cli.ts';

const HOSTILE = 'esc \u001b[31m\n::error::pwned\r\n    ::warning::x\u202e ##[error]y';
// what a terminal, or the log of a CI service, would obey
const OBEYED = /(?![\n])[\u0000-\u001f\u007f\u202e]|^\s*::|##\[/mu;

const policy = (key: string) =>
  `version: "1"\nrules: [{ id: a, fact: run.failed, max: 0, ${JSON.stringify(key)}: 1 }]\n`;

describe('--debug', () => {
  it('shows where an input error was thrown, and no byte of the input as it is', async () => {
    const files = { 'policy.yml': policy(HOSTILE) };
    const { exitCode, stderr } = await runCli(['policy', 'check', 'policy.yml', '--debug'], { files });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^InputError: .*esc \\u001b\[31m\\n::error::pwned/m);
    expect(stderr).toMatch(/^ {4}at .*policy-file/m);
    expect(stderr).not.toMatch(OBEYED);
  });

  it.each([
    ['an error', new Error(HOSTILE)],
    ['an error without a message', new Error('')],
    ['an error with another stack', Object.assign(new Error('a'), { stack: `b\n${HOSTILE}` })],
    ['a finding', new InputError({ message: HOSTILE })],
  ])('escapes the stack of %s', async (_, error) => {
    const files = memoryFiles({});
    const { main } = await import('../../src/main.ts');
    let stderr = '';
    const quiet = { isTerminal: false, write: () => {} };
    await main({
      argv: ['policy', 'check', 'policy.yml', '--debug'],
      env: {},
      files: {
        ...files,
        readText: () => {
          throw error;
        },
      },
      processes: { run: async () => ({ kind: 'not-found' }) },
      stdout: quiet,
      stderr: {
        ...quiet,
        write: (text) => {
          stderr += text;
        },
      },
      sha256,
      systemTime: () => 0,
      onInterrupt: () => () => {},
    });
    expect(stderr).not.toBe('');
    expect(stderr).not.toMatch(OBEYED);
  });

  it('does not let an argument begin a line with a command of a CI service', async () => {
    const { stderr } = await runCli(['policy', '--x\n::error::pwned']);
    expect(stderr).not.toMatch(OBEYED);
  });
});
