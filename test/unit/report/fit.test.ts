import { describe, expect, it } from 'vitest';
import { fitLines } from '../../../src/report/fit.ts';
import { runCli } from '../../support/run-cli.ts';

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');

describe('fitLines', () => {
  it('breaks a line at its spaces, and indents what follows', () => {
    expect(fitLines('short\n  a report with a long line of words\n\nend', 20)).toBe(
      'short\n  a report with a\n    long line of\n    words\n\nend',
    );
  });

  it('leaves lines that fit as they are, with their columns and colours', () => {
    const line = '  \u001b[31mfail\u001b[39m    a rule';
    expect(fitLines(line, 20)).toBe(line);
  });

  it('breaks no word, however long', () => {
    const long = 'x'.repeat(50);
    expect(fitLines(`a ${long} b`, 20)).toBe(`a\n  ${long}\n  b`);
    expect(fitLines(`${' '.repeat(30)}a b`, 20).trim()).toBe('a\n          b'.trim());
  });

  it('counts wide characters as two columns', () => {
    expect(
      fitLines('\u4e16\u754c \u4e16\u754c \u4e16\u754c \u4e16\u754c \u4e16\u754c', 20).split('\n'),
    ).toHaveLength(2);
  });
});

describe('a report on a narrow terminal', () => {
  const files = {
    'policy.yml': 'version: "1"\nrules: [{ id: no-failed-tests-at-all, fact: run.failed, max: 0 }]\n',
    'run.json': '{"summary":{"total":1,"passed":1,"failed":0}}',
  };
  const simulate = (env: Record<string, string>, ...more: string[]) =>
    runCli(['policy', 'simulate', '--policy', 'policy.yml', '--run-report', 'run.json', ...more], {
      files,
      env,
    });

  it('breaks no word at 40 columns, and loses none', async () => {
    const wide = await simulate({});
    const narrow = await simulate({ COLUMNS: '40' });
    expect(narrow.exitCode).toBe(wide.exitCode);
    expect(wide.stdout.split('\n').some((line) => line.length > 40)).toBe(true);
    expect(narrow.stdout.split('\n').filter((line) => line.length > 40)).toEqual([]);
    expect(wordsOf(narrow.stdout)).toEqual(wordsOf(wide.stdout));
  });

  it.each([
    ['--format', 'json'],
    ['--format', 'junit'],
    ['--format', 'markdown'],
    ['--out', 'r.txt'],
  ])('is the same for programs and in a file: %s %s', async (...args) => {
    const [narrow, wide] = [await simulate({ COLUMNS: '40' }, ...args), await simulate({}, ...args)];
    expect(narrow).toEqual(wide);
  });

  it.each(['', '0', '-1', 'wide', '99999999'])('ignores a width that is none: %j', async (COLUMNS) => {
    expect(await simulate({ COLUMNS })).toEqual(await simulate({}));
  });
});
