import type { ProcessResult } from '../../../ports.ts';

/** How long git may take to answer one question, in milliseconds. */
export const GIT_TIMEOUT = 30_000;

/** Runs git commands in the repository of a folder. */
export interface Git {
  /** Runs one git command. Pass a foreign name through {@link asCommit} first, so that git cannot read it as an option. */
  ask(...args: string[]): Promise<ProcessResult>;
}

/**
 * Resolves a name to the full hash of its commit; undefined when there is no such commit. The name can be anything: even
 * `--output=x` is only looked up.
 */
export async function asCommit(git: Git, name: string): Promise<string | undefined> {
  const found = await git.ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  if (found.kind !== 'exited' || found.code !== 0) return undefined;
  const hash = found.stdout.trim();
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(hash) ? hash : undefined;
}

/** Describes as human-readable text why git gave no answer. */
export function failureOf(result: ProcessResult): string {
  switch (result.kind) {
    case 'not-found':
      return 'git could not be run';
    case 'timed-out':
      return `git did not answer within ${GIT_TIMEOUT / 1000} s`;
    case 'killed':
      return `git was killed by ${result.signal}`;
    case 'exited': {
      const said = result.stderr.trim().split('\n', 1)[0];
      return `git exited with ${result.code}${said ? `: ${said}` : ''}`;
    }
  }
}
