import { describe, expect, it } from 'vitest';
import type { RunSource } from '../../../../../src/artifacts/run-report/model.ts';
import { attempt } from '../../../../../src/errors.ts';
import { readGitSource, settleSource } from '../../../../../src/features/evidence/emit/source-from-git.ts';
import type { ProcessResult } from '../../../../../src/ports.ts';
import { COMMIT, from } from '../../../../support/emitted.ts';

const FOUND = { repo: 'git@git.example:acme/tides.git', branch: 'main', commit_sha: COMMIT };
const settle = (stated: RunSource | undefined, isDirty = false) =>
  settleSource(from({ source: stated as never }), { source: FOUND, isDirty });

describe('the source of a run', () => {
  it('is what the report says, completed by git', () => {
    expect(settle(undefined)).toEqual({ source: FOUND, warnings: [] });
    expect(settle({ branch: 'main' }).source).toEqual(FOUND);
  });

  it.each([
    { repo: 'https://git.example/acme/tides' },
    { repo: 'ssh://git@git.example/acme/tides.git' },
    { repo: 'https://me:secret@GIT.example/acme/tides.git' },
    { commit_sha: COMMIT.toUpperCase() },
  ])('keeps the spelling of the report: %j', (stated) => {
    expect(settle(stated).source).toEqual({ ...FOUND, ...stated });
  });

  it.each<[RunSource, string]>([
    [{ commit_sha: COMMIT.replace('4', '5') }, 'commit_sha'],
    [{ branch: 'next' }, 'branch'],
    [{ repo: 'https://me:secret@git.example/other/tides' }, 'repo'],
  ])('is refused where git says otherwise: %j', async (stated, name) => {
    const result = await attempt(() => settle(stated));
    expect(result).toMatchObject({ problems: [{ file: 'run.json', path: ['source', name] }] });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it('comes with a warning when tracked files differ from the commit', () => {
    expect(settle(undefined, true).warnings).toMatchObject([{ message: expect.stringContaining('differ') }]);
  });
});

describe('git that gives no answer', () => {
  it.each<[ProcessResult, string]>([
    [{ kind: 'not-found' }, 'git could not be run'],
    [{ kind: 'timed-out', stderr: '' }, 'did not answer'],
    [
      { kind: 'exited', code: 128, stdout: '', stderr: 'fatal: not a git repository\n' },
      'not a git repository',
    ],
  ])('is an error: %j', async (result, message) => {
    const git = { ask: async () => result };
    expect(await attempt(() => readGitSource(git))).toMatchObject({
      problems: [{ message: expect.stringContaining(message) }],
    });
  });
});
