import type { ProcessResult } from '../../../ports.ts';

/** How long git may take to answer one question, in milliseconds. */
export const GIT_TIMEOUT = 30_000;

/** Questions to the git repository in a folder. */
export interface Git {
  /** Runs one git command; {@link asCommit} sees to it that no argument is an option. */
  ask(...args: string[]): Promise<ProcessResult>;
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
      return `git did not answer within ${GIT_TIMEOUT / 1000} s`;
    case 'killed':
      return `git was ended by ${result.signal}`;
    case 'exited': {
      const said = result.stderr.trim().split('\n', 1)[0];
      return `git exited with ${result.code}${said ? `: ${said}` : ''}`;
    }
  }
}
