import { GIT_TIMEOUT, type Git } from '../../features/evidence/emit/git.ts';
import type { Ports } from '../../ports.ts';

/**
 * Settings that a repository of a stranger might bring along and that would run a program, or let a file of the
 * repository answer instead of its history.
 */
const SETTINGS = ['core.commitGraph=false', 'core.fsmonitor=false', 'core.hooksPath=/dev/null'];

/** The repository in a folder, as its objects tell it: without replace refs, grafts or GIT_ variables. */
export function gitIn(folder: string, { processes, env }: Pick<Ports, 'processes' | 'env'>): Git {
  // GIT_DIR and its like would answer for another repository than the one in the folder
  const options = {
    cwd: folder,
    timeout: GIT_TIMEOUT,
    env: {
      ...Object.fromEntries(Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'))),
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_GRAFT_FILE: '/dev/null',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      // a partial clone would fetch what it lacks
      GIT_NO_LAZY_FETCH: '1',
      LC_ALL: 'C',
    },
  };
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  return { ask: (...args) => processes.run(['git', ...settings, ...args], options) };
}
