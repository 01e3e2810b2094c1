import type { Ports, ProcessResult } from '../../ports.ts';

/** How long git may take to answer one question, in milliseconds. */
const TIMEOUT = 30_000;

/**
 * Settings that a repository of a stranger might bring along and that would run a program, or let a file of the
 * repository answer instead of its history.
 */
const SETTINGS = ['core.commitGraph=false', 'core.fsmonitor=false', 'core.hooksPath=/dev/null'];

/** Questions to the git repository in a folder. */
export interface Git {
  /** Runs one git command; {@link asCommit} sees to it that no argument is an option. */
  ask(...args: string[]): Promise<ProcessResult>;
}

/** The repository in a folder, as its objects tell it: without replace refs, grafts or GIT_ variables. */
export function gitIn(folder: string, { processes, env }: Pick<Ports, 'processes' | 'env'>): Git {
  // GIT_DIR and its like would answer for another repository than the one in the folder
  const inherited = Object.keys(env).filter((name) => name.toUpperCase().startsWith('GIT_'));
  const options = {
    cwd: folder,
    timeout: TIMEOUT,
    env: {
      ...Object.fromEntries(inherited.map((name) => [name, undefined])),
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

/**
 * The commit that a name stands for, as its full hash; undefined when there is none. The name can be anything:
 * `--output=x` is looked up as a name too.
 */
export async function asCommit(git: Git, name: string): Promise<string | undefined> {
  const found = await git.ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  if (found.kind !== 'exited' || found.code !== 0) return undefined;
  const hash = found.stdout.trim();
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(hash) ? hash : undefined;
}

/** Why git gave no answer, in words. */
export function failureOf(result: ProcessResult): string {
  switch (result.kind) {
    case 'not-found':
      return 'git could not be run';
    case 'timed-out':
      return `git did not answer within ${TIMEOUT / 1000} s`;
    case 'killed':
      return `git was ended by ${result.signal}`;
    case 'exited': {
      const said = result.stderr.trim().split('\n', 1)[0];
      return `git exited with ${result.code}${said ? `: ${said}` : ''}`;
    }
  }
}
