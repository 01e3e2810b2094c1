import type { RunReport, RunSource } from '../../../artifacts/run-report/model.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import { InputError } from '../../../errors.ts';
import type { ProcessResult } from '../../../ports.ts';
import { failureOf, type Git } from './git.ts';
import { type InputFile, located } from './input-file.ts';
import { isSameRepository, withoutCredentials } from './repo-url.ts';

/** What git reports about the working folder. */
export interface GitSource {
  readonly source: RunSource & { readonly commit_sha: string };
  /** Whether tracked files differ from the commit. */
  readonly isDirty: boolean;
}

/**
 * Asks git for the commit, branch and origin of the working folder.
 * @throws InputError when there is no git, no repository, or no commit
 */
export async function readGitSource(git: Git): Promise<GitSource> {
  const commit = textOf(await git.ask('rev-parse', '--verify', 'HEAD^{commit}'));
  // a detached HEAD has no branch, and a local repository has no origin
  const branch = textOf(await git.ask('symbolic-ref', '--quiet', '--short', 'HEAD'), 1);
  const repo = textOf(await git.ask('remote', 'get-url', 'origin'), 2);
  return {
    source: { ...(repo && { repo }), ...(branch && { branch }), commit_sha: commit },
    isDirty: await isDirty(git),
  };
}

/**
 * Whether tracked files differ from the commit. Compares the files without their clean filters: git would run programs that
 * the configuration of the repository names. Does not look into submodules, since each has a configuration of its own.
 */
async function isDirty(git: Git): Promise<boolean> {
  const filters = [
    'config',
    '--null',
    '--name-only',
    '--get-regexp',
    '^filter\\..*\\.(clean|process|required)$',
  ];
  const keys = textOf(await git.ask(...filters), 1)
    .split('\0')
    .filter((key) => key !== '');
  // `-c` cannot override a key with such a name: files that cannot be compared safely count as different
  if (keys.some((key) => key.includes('='))) return true;
  const settings = keys.flatMap((key) => ['-c', `${key}=${key.endsWith('.required') ? 'false' : ''}`]);
  const status = ['status', '--porcelain', '--untracked-files=no', '--ignore-submodules=dirty'];
  return textOf(await git.ask(...settings, ...status)) !== '';
}

/** Returns what git printed, or `''` when it exited with the code that means "none". @throws InputError */
function textOf(result: ProcessResult, none?: number): string {
  if (result.kind === 'exited' && result.code === 0) return result.stdout.replace(/\r?\n$/, '');
  if (result.kind === 'exited' && result.code === none) return '';
  throw new InputError({
    message: `--source-from-git: ${failureOf(result)}`,
    help: 'run the command in the git repository that was tested, or leave out --source-from-git',
  });
}

/**
 * Returns the source of a run: what its report states, completed by git.
 * @throws InputError when the two contradict each other: then the run was not of the state that is checked out
 */
export function settleSource(
  run: InputFile<RunReport>,
  { source: found, isDirty }: GitSource,
): { readonly source: RunSource; readonly warnings: readonly Diagnostic[] } {
  const stated = run.value.source;
  const problems: Diagnostic[] = [];
  const compare = (name: keyof RunSource, isSame: (stated: string, found: string) => boolean) => {
    const [one, other] = [stated?.[name], found[name]];
    if (one === undefined || other === undefined || isSame(one, other)) return;
    // a URL may contain a password
    const shown =
      name === 'repo' ? 'is not the origin that git reports' : `is \`${one}\`, but git reports \`${other}\``;
    problems.push({ file: run.path, path: ['source', name], message: shown });
  };
  compare('repo', (a, b) => isSameRepository(withoutCredentials(a) ?? a, withoutCredentials(b) ?? b));
  compare('branch', (a, b) => a === b);
  compare('commit_sha', (a, b) => a.toLowerCase() === b.toLowerCase());
  if (problems.length > 0) throw new InputError(located(problems, run));

  const message =
    'tracked files differ from the commit: if they did so during the run, the commit is not what was tested';
  return { source: { ...found, ...stated }, warnings: isDirty ? [{ message }] : [] };
}
