import { describe, expect, it } from 'vitest';
import type { Git } from '../../../../../src/features/evidence/emit/git.ts';
import { checkAncestry } from '../../../../../src/features/evidence/verify/ancestry.ts';
import type { ProcessResult } from '../../../../../src/ports.ts';

const COMMIT = 'a1'.repeat(20);
const TIP = 'b2'.repeat(20);
const TAG = 'c3'.repeat(20);

const says = (code: number, stdout = '', stderr = ''): ProcessResult => ({
  kind: 'exited',
  code,
  stdout,
  stderr,
});

/** A repository: what its names resolve to, and what git answers to the other questions. */
interface Repository {
  readonly commits?: Readonly<Record<string, string>>;
  readonly shallow?: ProcessResult;
  readonly isAncestor?: ProcessResult;
}

function repository({ commits = { HEAD: TIP, [COMMIT]: COMMIT }, shallow, isAncestor }: Repository) {
  const asked: string[][] = [];
  const git: Git = {
    async ask(...args) {
      asked.push(args);
      if (args[1] === '--is-shallow-repository') return shallow ?? says(0, 'false\n');
      if (args[0] === 'merge-base') return isAncestor ?? says(0);
      const name = args.at(-1)?.replace(/\^\{commit\}$/, '') ?? '';
      return name in commits ? says(0, `${commits[name]}\n`) : says(1);
    },
  };
  return { git, asked };
}

async function reasonsFor(sha: string | undefined, repo: Repository | undefined, ref = 'HEAD') {
  const made = repo && repository(repo);
  const reasons = await checkAncestry(
    { source: sha === undefined ? {} : { commit_sha: sha } },
    { repo: 'clone', ref, git: made?.git },
  );
  return { reasons: reasons.map(({ code, message }) => [code, message]), asked: made?.asked ?? [] };
}

const unknown = (why: string) => [['ancestry-unknown', `ancestry could not be established: ${why}`]];

describe('ancestry', () => {
  it.each([COMMIT, COMMIT.toUpperCase()])(
    'of a commit that git calls an ancestor is established: %s',
    async (sha) => {
      const { reasons, asked } = await reasonsFor(sha, { commits: { HEAD: TIP, [sha]: COMMIT } });
      expect(reasons).toEqual([]);
      expect(asked[0]).toEqual(['rev-parse', '--is-shallow-repository']);
      expect(asked.at(-1)).toEqual(['merge-base', '--is-ancestor', COMMIT, TIP]);
    },
  );

  it('of a commit with a hash of SHA-256 is established, too', async () => {
    const long = 'd4'.repeat(32);
    expect((await reasonsFor(long, { commits: { HEAD: TIP, [long]: long } })).reasons).toEqual([]);
  });

  it('is disproved by git alone', async () => {
    expect((await reasonsFor(COMMIT, { isAncestor: says(1) })).reasons).toEqual([
      ['not-an-ancestor', `${COMMIT} is not an ancestor of \`HEAD\` (${TIP})`],
    ]);
  });

  it('is not established by the id of an annotated tag, which is not the commit', async () => {
    const { reasons, asked } = await reasonsFor(TAG, { commits: { HEAD: TIP, [TAG]: COMMIT } });
    expect(reasons).toEqual(unknown(`the repository does not have the commit \`"${TAG}"\``));
    expect(asked.some(([command]) => command === 'merge-base')).toBe(false);
  });

  it.each<[string, string, Repository | undefined, string]>([
    ['without a folder', COMMIT, undefined, 'there is no folder `clone`'],
    ['of no hash', 'HEAD', {}, '`"HEAD"` is not a commit hash'],
    ['of a short hash', 'a1a1a1a', {}, '`"a1a1a1a"` is not a commit hash'],
    ['of a hash with more behind it', `${COMMIT}^`, {}, `\`"${COMMIT}^"\` is not a commit hash`],
    ['of a hash with more before it', `x${COMMIT}`, {}, `\`"x${COMMIT}"\` is not a commit hash`],
    ['of a hash of no known length', `${COMMIT}a1`, {}, `\`"${COMMIT}a1"\` is not a commit hash`],
    [
      'outside of a repository',
      COMMIT,
      { shallow: says(128, '', 'fatal: no repository') },
      'git exited with 128: fatal: no repository',
    ],
    ['without git', COMMIT, { shallow: { kind: 'not-found' } }, 'git could not be run'],
    [
      'of a commit that is not there',
      COMMIT,
      { commits: { HEAD: TIP } },
      `the repository does not have the commit \`"${COMMIT}"\``,
    ],
    [
      'of a commit that a shallow clone lacks',
      COMMIT,
      { commits: { HEAD: TIP }, shallow: says(0, 'true\n') },
      `the clone is shallow and does not have the commit \`"${COMMIT}"\``,
    ],
    [
      'in a shallow clone that says no',
      COMMIT,
      { shallow: says(0, 'true\n'), isAncestor: says(1) },
      `the clone is shallow, so the history from \`HEAD\` to ${COMMIT} may be cut off`,
    ],
    [
      'where git does not say whether the clone is shallow',
      COMMIT,
      { shallow: says(0, '--is-shallow-repository\n'), isAncestor: says(1) },
      `the clone is shallow, so the history from \`HEAD\` to ${COMMIT} may be cut off`,
    ],
    [
      'where git fails',
      COMMIT,
      { isAncestor: says(128, '', 'fatal: bad object') },
      'git exited with 128: fatal: bad object',
    ],
    [
      'where git is killed',
      COMMIT,
      { isAncestor: { kind: 'killed', signal: 'SIGKILL', stderr: '' } },
      'git was killed by SIGKILL',
    ],
  ])('is not established %s', async (_, sha, repo, why) => {
    expect((await reasonsFor(sha, repo)).reasons).toEqual(unknown(why));
  });

  it('is not established of a ref that is not there', async () => {
    expect((await reasonsFor(COMMIT, {}, 'nowhere')).reasons).toEqual(
      unknown('`nowhere` is not a commit in `clone`'),
    );
  });

  it('of a shallow clone that says yes is established', async () => {
    expect((await reasonsFor(COMMIT, { shallow: says(0, 'true\n') })).reasons).toEqual([]);
  });

  it('is not established without a commit, and git is not asked', async () => {
    const { reasons, asked } = await reasonsFor(undefined, {});
    expect(reasons).toEqual([
      ['ancestry-no-commit', 'ancestry could not be established: the artifact names no commit'],
    ]);
    expect(asked).toEqual([]);
    const without = await checkAncestry({}, { repo: 'clone', ref: 'HEAD', git: undefined });
    expect(without).toMatchObject([{ code: 'ancestry-no-commit' }]);
  });

  it('of what is not a hash is not asked of git', async () => {
    expect((await reasonsFor('--output=x', {})).asked).toEqual([]);
  });
});
