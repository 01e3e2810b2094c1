import { InputError } from '../errors.ts';
import { nearest } from '../nearest.ts';
import type { Policy, RuleSetFile } from './model.ts';

/** What a draft does to a rule of the rule set. */
export const DRAFT_CHANGES = ['added', 'replaced', 'removed'] as const;

/** A rule that the draft touches. */
export interface DraftChange {
  readonly policy: string;
  readonly change: (typeof DRAFT_CHANGES)[number];
}

/** The rules as they would be, and what is different about them. */
export interface DraftedRules {
  readonly file: RuleSetFile;
  readonly changes: readonly DraftChange[];
}

/**
 * Puts a draft into a rule set: a policy of the draft takes the place of the one that has its name, others are
 * appended, and those that are named in `remove` are left out.
 * @throws InputError when a rule that is to be removed does not exist, or is in the draft
 */
export function draftRules(
  current: RuleSetFile,
  draft: Pick<RuleSetFile, 'path' | 'policies' | 'servers' | 'inspection'> | undefined,
  remove: readonly string[] = [],
): DraftedRules {
  if (draft) refuseSettings(draft);
  const known = new Map(current.policies.map((policy) => [policy.name, policy]));
  const names = new Set(known.keys());
  const drafts = draft?.policies ?? [];
  refuseRemovals(remove, names, new Set(drafts.map(({ name }) => name)), current.path);
  // a whole rule set may be the draft: what it leaves as it is changes no answer, and asks nothing of a record
  const drafted = new Map(
    drafts
      .filter((policy) => !saysTheSame(policy, known.get(policy.name)))
      .map((policy) => [policy.name, policy]),
  );

  const removed = new Set(remove);
  const kept = current.policies.filter(({ name }) => !removed.has(name));
  const added = [...drafted.values()].filter(({ name }) => !names.has(name));
  return {
    file: { ...current, policies: [...kept.map((policy) => drafted.get(policy.name) ?? policy), ...added] },
    changes: [
      ...current.policies.flatMap(({ name }) => changeOf(name, removed, drafted)),
      ...added.map(({ name }): DraftChange => ({ policy: name, change: 'added' })),
    ],
  };
}

/** Whether two policies of a name are the same one, wherever they stand in their files. */
function saysTheSame(policy: Policy, other: Policy | undefined): boolean {
  const moved = { ...policy, line: other?.line };
  return other !== undefined && JSON.stringify(moved) === JSON.stringify(other);
}

function changeOf(
  policy: string,
  removed: ReadonlySet<string>,
  drafted: ReadonlyMap<string, Policy>,
): DraftChange[] {
  if (removed.has(policy)) return [{ policy, change: 'removed' }];
  return drafted.has(policy) ? [{ policy, change: 'replaced' }] : [];
}

/** What else a rule set file may say would be passed over in silence. */
function refuseSettings({
  path,
  servers,
  inspection,
}: Pick<RuleSetFile, 'path' | 'servers' | 'inspection'>): void {
  const found = servers.length > 0 ? 'servers' : inspection.disabled.length > 0 ? 'inspection' : undefined;
  if (found === undefined) return;
  throw new InputError({
    file: path,
    path: [found],
    message: `a draft consists of policies; \`${found}\` cannot be tried out`,
    help: 'remove it from the draft',
  });
}

function refuseRemovals(
  remove: readonly string[],
  names: ReadonlySet<string>,
  drafted: ReadonlySet<string>,
  file: string,
): void {
  for (const name of remove) {
    if (!names.has(name)) {
      const near = nearest(name, names);
      throw new InputError({
        file,
        message: `--remove: there is no policy \`${name}\``,
        help: near && `did you mean \`${near}\`?`,
      });
    }
    if (drafted.has(name)) {
      throw new InputError({
        file,
        message: `--remove: the draft replaces \`${name}\`, so that it cannot be removed`,
      });
    }
  }
}
