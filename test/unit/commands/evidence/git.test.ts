import { expect, it } from 'vitest';
import { gitIn } from '../../../../src/commands/evidence/git.ts';
import type { ProcessOptions } from '../../../../src/ports.ts';

it('asks git so that nothing but the objects of the repository answers, and nothing is run or fetched', async () => {
  const calls: { argv: readonly string[]; options: ProcessOptions }[] = [];
  const env = { PATH: '/bin', GIT_DIR: '/else', git_work_tree: '/else', LC_ALL: 'de' };
  const processes = {
    run: async (argv: readonly [string, ...string[]], options: ProcessOptions) => {
      calls.push({ argv, options });
      return { kind: 'not-found' } as const;
    },
  };
  await gitIn('there', { processes, env }).ask('rev-parse', 'HEAD');
  expect(calls).toEqual([
    {
      argv: [
        'git',
        ...['-c', 'core.commitGraph=false', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'],
        ...['rev-parse', 'HEAD'],
      ],
      options: {
        cwd: 'there',
        timeout: 30_000,
        env: {
          PATH: '/bin',
          GIT_NO_REPLACE_OBJECTS: '1',
          GIT_GRAFT_FILE: '/dev/null',
          GIT_OPTIONAL_LOCKS: '0',
          GIT_TERMINAL_PROMPT: '0',
          GIT_NO_LAZY_FETCH: '1',
          LC_ALL: 'C',
        },
      },
    },
  ]);
});
