import type { Evidence } from '../../../artifacts/evidence/model.ts';
import { describe } from '../../../documents/validate.ts';
import { asCommit, failureOf, type Git } from '../emit/git.ts';
import type { Reason } from './reasons.ts';

const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

/** The history that the commit must belong to. */
export interface AncestryContext {
  readonly repo: string;
  /** The repository in that folder; undefined when there is no such folder. */
  readonly git: Git | undefined;
  readonly ref: string;
}

/**
 * Checks that the commit of evidence is in the history of a ref. Only git itself answers yes or no. If git cannot answer,
 * that is a reason to reject too, with a code of its own: a shallow clone that lacks a commit disproves nothing.
 */
export async function checkAncestry(
  { source }: Evidence,
  { repo, ref, git }: AncestryContext,
): Promise<Reason[]> {
  const commit = source?.commit_sha;
  if (commit === undefined) {
    const message = 'ancestry could not be established: the artifact names no commit';
    return [{ code: 'ancestry-no-commit', message }];
  }
  // the consistency check reports a malformed hash; git is not asked about it, since it might resolve the text anyway
  if (!HASH.test(commit)) return unknown(`${describe(commit)} is not a commit hash`);
  if (git === undefined) return unknown(`there is no folder \`${repo}\``);

  const shallow = await git.ask('rev-parse', '--is-shallow-repository');
  if (shallow.kind !== 'exited' || shallow.code !== 0) return unknown(failureOf(shallow));
  const isShallow = shallow.stdout.trim() !== 'false';
  const tip = await asCommit(git, ref);
  if (tip === undefined) return unknown(`\`${ref}\` is not a commit in \`${repo}\``);
  return judge(git, commit, { tip, ref, isShallow });
}

interface Target {
  /** The hash that the ref resolves to. */
  readonly tip: string;
  readonly ref: string;
  readonly isShallow: boolean;
}

async function judge(git: Git, commit: string, { tip, ref, isShallow }: Target): Promise<Reason[]> {
  const hash = await asCommit(git, commit);
  // a tag, a branch or an abbreviated hash of that name is not the commit
  if (hash !== commit.toLowerCase()) {
    const where = isShallow ? 'the clone is shallow and does not have' : 'the repository does not have';
    return unknown(`${where} the commit ${describe(commit)}`);
  }
  const answer = await git.ask('merge-base', '--is-ancestor', hash, tip);
  if (answer.kind === 'exited' && answer.code === 0) return [];
  if (answer.kind !== 'exited' || answer.code !== 1) return unknown(failureOf(answer));
  if (isShallow)
    return unknown(`the clone is shallow, so the history from \`${ref}\` to ${hash} may be cut off`);
  return [{ code: 'not-an-ancestor', message: `${hash} is not an ancestor of \`${ref}\` (${tip})` }];
}

function unknown(why: string): Reason[] {
  return [{ code: 'ancestry-unknown', message: `ancestry could not be established: ${why}` }];
}
