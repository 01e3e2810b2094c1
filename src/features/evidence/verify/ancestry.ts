import type { Evidence } from '../../../artifacts/evidence/model.ts';
import { describe } from '../../../documents/validate.ts';
import { asCommit, failureOf, type Git } from '../emit/git.ts';
import type { Reason } from './reasons.ts';

const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

/** Which history the commit must belong to. */
export interface AncestryContext {
  readonly repo: string;
  /** The repository in that folder; undefined when there is no such folder. */
  readonly git: Git | undefined;
  readonly ref: string;
}

/**
 * Whether the commit of evidence is part of the history of a ref. Only git itself says yes or no; whatever keeps it
 * from answering is a reason too, and one of its own: a shallow clone that lacks a commit does not disprove it.
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
  // what is no hash is for the check of consistency to name; git is not asked about it, whatever it would make of it
  if (!HASH.test(commit)) return unknown(`${describe(commit)} is no commit`);
  if (git === undefined) return unknown(`there is no folder \`${repo}\``);

  const shallow = await git.ask('rev-parse', '--is-shallow-repository');
  if (shallow.kind !== 'exited' || shallow.code !== 0) return unknown(failureOf(shallow));
  const isShallow = shallow.stdout.trim() !== 'false';
  const tip = await asCommit(git, ref);
  if (tip === undefined) return unknown(`\`${ref}\` is no commit in \`${repo}\``);
  return judge(git, commit, { tip, ref, isShallow });
}

interface Target {
  /** The hash that the ref stands for. */
  readonly tip: string;
  readonly ref: string;
  readonly isShallow: boolean;
}

async function judge(git: Git, commit: string, { tip, ref, isShallow }: Target): Promise<Reason[]> {
  const hash = await asCommit(git, commit);
  // a tag, a branch or a short hash of that name is not the commit
  if (hash === undefined || hash !== commit.toLowerCase()) {
    const where = isShallow ? 'the clone is shallow and does not have' : 'the repository does not have';
    return unknown(`${where} the commit ${describe(commit)}`);
  }
  const answer = await git.ask('merge-base', '--is-ancestor', hash, tip);
  if (answer.kind === 'exited' && answer.code === 0) return [];
  if (answer.kind !== 'exited' || answer.code !== 1) return unknown(failureOf(answer));
  if (isShallow) return unknown(`the clone is shallow, so the way from \`${ref}\` to ${hash} may be cut off`);
  return [{ code: 'not-an-ancestor', message: `${hash} is not an ancestor of \`${ref}\` (${tip})` }];
}

function unknown(why: string): Reason[] {
  return [{ code: 'ancestry-unknown', message: `ancestry could not be established: ${why}` }];
}
