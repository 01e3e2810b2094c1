import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Place } from '../../../src/features/completion/offers.ts';
import { formatBash } from '../../../src/report/completion/bash.ts';
import { formatFish } from '../../../src/report/completion/fish.ts';
import { formatZsh } from '../../../src/report/completion/zsh.ts';
import { runCli } from '../../support/run-cli.ts';

const HOSTILE = `it's "$(touch x)" \`y\` \\ %s : [a] {b} <c>; # d`;

/** A command whose texts would mean something to a shell. */
const PLACES: readonly Place[] = [
  {
    path: '',
    commands: [{ name: 'act', about: HOSTILE }],
    flags: [
      { name: '--a', about: HOSTILE, values: { kind: 'words', words: ["o'clock"] } },
      { name: '--b', about: '', values: { kind: 'reports', words: ['json'] } },
      { name: '--c', about: '', values: undefined },
    ],
    operand: undefined,
  },
  {
    path: 'act',
    commands: [],
    flags: [{ name: '--a', about: '', values: { kind: 'words', words: ["o'clock"] } }],
    operand: { kind: 'files' },
  },
];

describe('the scripts of shells', () => {
  it('quote every text', () => {
    const inPosix = `'act:${HOSTILE.replace("'", "'\\''")}'`;
    expect(formatZsh(PLACES)).toContain(inPosix);
    expect(formatFish(PLACES)).toContain(`'${HOSTILE.replace('\\', '\\\\').replace("'", "\\'")}'`);
    expect(formatBash(PLACES)).not.toContain('touch');
    const { status, stderr } = spawnSync('bash', ['-n'], { input: formatBash(PLACES), encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('name flags with the same values once', () => {
    for (const script of [formatBash(PLACES), formatZsh(PLACES)])
      expect(script).toContain("(' --a'|'act --a')");
    expect(formatBash(PLACES)).toContain("takes=reports values='json='");
  });

  it.each(['bash', 'zsh', 'fish'])('offer every command of the program: %s', async (shell) => {
    const { exitCode, stdout } = await runCli(['completion', shell]);
    expect(exitCode).toBe(0);
    for (const command of ['policy simulate', 'gateway policies add', 'evidence verify', 'completion'])
      expect(stdout).toContain(`'${command}'`);
    // the words are split at spaces
    const words = [...stdout.matchAll(/takes=words values='([^']*)'/g)].map(([, list = '']) => list);
    expect(words.every((list) => /^[\w.:=+ -]*$/.test(list))).toBe(true);
  });
});
