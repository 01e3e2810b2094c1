import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findRuns,
  mayUpdate,
  perform,
  readExpected,
  splitCommand,
  writeExpected,
} from './support/golden-cases.ts';

const runs = findRuns(join(import.meta.dirname, 'golden'));
const update = mayUpdate(process.env);

describe('golden runs', () => {
  it.each(runs)('$name', async (run) => {
    const actual = await perform(run);
    if (update) writeExpected(run, actual);
    // whole, so that a missing file and one too many are both seen
    expect(actual).toEqual(readExpected(run));
  });
});

describe('the runner', () => {
  it('has runs of every command', () => {
    const commands = new Set(runs.map(({ name }) => name.split('/')[0]));
    expect([...commands]).toEqual([
      'cassette-convert',
      'cassette-show',
      'policy-check',
      'policy-facts',
      'policy-init',
      'policy-simulate',
      'scenario-check',
      'scenario-run',
    ]);
  });

  it('rewrites expectations only for a person', () => {
    expect(mayUpdate({})).toBe(false);
    expect(mayUpdate({ UPDATE_GOLDENS: '0', CI: 'true' })).toBe(false);
    expect(mayUpdate({ UPDATE_GOLDENS: '1' })).toBe(true);
    expect(() => mayUpdate({ UPDATE_GOLDENS: '1', CI: 'true' })).toThrow('refused');
  });

  it('splits a command as a shell does', () => {
    expect(splitCommand(`mcptest a 'b c' --d="e f" ''\n`)).toEqual(['mcptest', 'a', 'b c', '--d=e f', '']);
  });
});
