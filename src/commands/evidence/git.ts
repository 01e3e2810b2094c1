import { GIT_TIMEOUT, type Git } from '../../features/evidence/emit/git.ts';
import type { Ports } from '../../ports.ts';

/**
 * Overrides of git settings. A stranger's repository could use these settings to run a program, or to let a file answer
 * instead of the history.
 */
const SETTINGS = ['core.commitGraph=false', 'core.fsmonitor=false', 'core.hooksPath=/dev/null'];

/** Opens the repository in a folder. Git reads its objects alone: no replace refs, grafts or GIT_ variables. */
export function gitIn(folder: string, { processes, env }: Pick<Ports, 'processes' | 'env'>): Git {
  // variables such as GIT_DIR would point git to another repository
  const options = {
    cwd: folder,
    timeout: GIT_TIMEOUT,
    env: {
      ...Object.fromEntries(Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'))),
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_GRAFT_FILE: '/dev/null',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      // a partial clone would fetch missing objects from the network
      GIT_NO_LAZY_FETCH: '1',
      LC_ALL: 'C',
    },
  };
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  return { ask: (...args) => processes.run(['git', ...settings, ...args], options) };
}
