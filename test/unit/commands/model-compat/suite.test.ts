import { describe, expect, it } from 'vitest';
import { recordingOf, trialsOf } from '../../../support/compared-runs.ts';
import { runCli } from '../../../support/run-cli.ts';

/** A scenario in which berths may be found, and a call of `cancel` is forbidden. */
const scenario = (name: string, cassette = 'runs/some.json') => `
  - name: ${name}
    cassette: ${cassette}
    transitions: [{ tool: "*" }]
    forbidden: [{ tool: cancel, reason: nobody asked }]`;

const suiteOf = (...scenarios: string[]) => `scenarios:${scenarios.join('')}\n`;

function diff(files: Record<string, string>, ...flags: string[]) {
  const sides = ['--baseline', 'old', '--candidate', 'new', '--suite', 'suite.yml'];
  return runCli(['model-compat', 'diff', ...sides, ...flags], { files });
}

const HELD = recordingOf(...trialsOf(8, 0));
const CANCELS = recordingOf(...trialsOf(8, 0, { tool: 'cancel' }));

describe('model-compat diff --suite', () => {
  it('judges the runs by the scenario with the name of the case', async () => {
    const files = {
      'suite.yml': suiteOf(scenario('book'), scenario('list')),
      'old/book.json': HELD,
      'old/list.json': HELD,
      'new/book.json': CANCELS,
      'new/list.json': HELD,
    };
    const { exitCode, stdout, stderr } = await diff(files);
    expect(stderr).toBe('');
    expect(stdout).toContain('FAIL  2 cases: 1 fail, 0 drift, 1 pass');
    expect(stdout).toContain('verdicts   the scenarios of the suite\n');
    expect(stdout).toContain('  FAIL   book  8/8 -> 0/8  0.0003  outcome, tools\n');
    expect(stdout).toContain('         forbidden transitions; tools new in 8 of 8\n');
    expect(exitCode).toBe(1);
  });

  it('takes a tool error for no fault where the scenario allows it', async () => {
    const errors = recordingOf(...trialsOf(0, 8));
    const files = { 'suite.yml': suiteOf(scenario('book')), 'old/book.json': HELD, 'new/book.json': errors };
    const { exitCode, stdout } = await diff({
      ...files,
      'suite.yml': files['suite.yml'].replace('transitions:', 'allow_invalid: true\n    transitions:'),
    });
    expect(stdout).toContain('8/8 -> 8/8');
    expect(exitCode).toBe(0);
  });

  it('finds the scenario that names a recording of the case', async () => {
    const files = {
      'suite.yml': suiteOf(scenario('books a berth', 'runs/book.trial-1.json')),
      'old/book.json': HELD,
      'new/book.json': CANCELS,
    };
    const { exitCode, stdout, stderr } = await diff(files);
    expect(stderr).toBe('');
    expect(stdout).toContain('  FAIL   books a berth  8/8 -> 0/8');
    expect(exitCode).toBe(1);
  });

  it.each([
    [
      'no scenario has',
      suiteOf(scenario('list', 'other.json')),
      'old/book.json#/0: error: is the case `book`, which no scenario of `suite.yml` names',
    ],
    [
      'two scenarios have',
      suiteOf(scenario('one', 'book.json'), scenario('two', 'book.json')),
      'old/book.json#/0: error: is the case `book`, which several scenarios of `suite.yml` name\n' +
        '  help: name the recording after its scenario: `one`, `two`',
    ],
  ])('refuses a case that %s', async (_, suite, message) => {
    const { exitCode, stderr } = await diff({
      'suite.yml': suite,
      'old/book.json': HELD,
      'new/book.json': HELD,
    });
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  it('refuses a scenario that no recording is about', async () => {
    const suite = suiteOf(scenario('book'), scenario('list'));
    const { exitCode, stderr } = await diff({
      'suite.yml': suite,
      'old/book.json': HELD,
      'new/book.json': HELD,
    });
    expect(stderr).toContain('error: the case `list` is a scenario of the suite, and not in --baseline');
    expect(stderr).toContain('error: the case `list` is a scenario of the suite, and not in --candidate');
    expect(exitCode).toBe(2);
  });

  it('refuses a suite that is none', async () => {
    const { exitCode, stderr } = await diff({ 'suite.yml': 'x: 1', 'old/a.json': HELD, 'new/a.json': HELD });
    expect(stderr).toContain('suite.yml:1:1: error:');
    expect(exitCode).toBe(2);
  });
});

describe('model-compat diff --aa', () => {
  const plain = (files: Record<string, string>, ...flags: string[]) =>
    runCli(['model-compat', 'diff', '--baseline', 'old', '--candidate', 'new', ...flags], { files });

  it('measures the noise against further recordings of the baseline', async () => {
    const one = recordingOf(...trialsOf(1, 0));
    const other = recordingOf(...trialsOf(1, 0, { args: { q: 2 } }));
    const files = { 'old/a.json': one, 'new/a.json': other, 'again/a.json': other };
    const { exitCode, stdout } = await plain(files, '--aa', 'again');
    expect(stdout).toMatch(
      /pairs that differ in {13}baseline against --aa \(1\) {2}baseline against candidate \(1\)/,
    );
    expect(stdout).toMatch(/the arguments of the calls {7}100\.0 %/);
    expect(stdout).not.toContain('one trial a case');
    expect(exitCode).toBe(0);
    const alone = await plain(files);
    expect(alone.stdout).toContain(
      'trials     one trial a case: no case can fail by itself; record more, or pass --aa',
    );
    expect(alone.stdout).toMatch(/the arguments of the calls {7}- /);
    const strict = await plain(files, '--fail-on', 'drift');
    expect(strict.exitCode).toBe(1);
  });

  it('refuses further recordings of other cases', async () => {
    const one = recordingOf(...trialsOf(1, 0));
    const files = { 'old/a.json': one, 'new/a.json': one, 'again/b.json': one };
    const { exitCode, stderr } = await plain(files, '--aa', 'again');
    expect(stderr).toContain('error: the case `a` is in --baseline (`old/a.json`), and not in --aa');
    expect(stderr).toContain('error: the case `b` is in --aa (`again/b.json`), and not in --baseline');
    expect(exitCode).toBe(2);
  });
});
