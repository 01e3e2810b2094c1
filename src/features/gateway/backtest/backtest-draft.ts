import type { Diagnostic } from '../../../diagnostic.ts';
import { InputError } from '../../../errors.ts';
import { clip } from '../../../text/clip.ts';
import { nearest } from '../../../text/nearest.ts';
import type { Rule, RuleSetFile } from '../rules/model.ts';
import { contentOf } from '../rules/rule-content.ts';
import { compareRules, type NextRules } from './backtest-changes.ts';

/** Says where whole rule sets are wanted. */
const WHOLE = 'to compare a whole rule set, with its servers, order and removals, give it with --after';

/**
 * Puts a draft into a rule set: a rule of the draft takes the place of the one that has its name, others are
 * appended, and those that are named in `remove` are left out.
 * @throws InputError when a rule that is to be removed does not exist, or is in the draft
 */
export function draftRules(
  current: RuleSetFile,
  draft: readonly Rule[],
  remove: readonly string[] = [],
): NextRules {
  const names = new Set(current.rules.map(({ name }) => name));
  // what the draft leaves as it is stays the very same rule, line and all
  const known = new Set(current.rules.map(contentOf));
  const drafted = new Map(
    draft.filter((rule) => !known.has(contentOf(rule))).map((rule) => [rule.name, rule]),
  );
  refuseRemovals(remove, names, new Set(draft.map(({ name }) => name)), current.path);

  const removed = new Set(remove);
  const kept = current.rules.filter(({ name }) => !removed.has(name));
  const added = [...drafted.values()].filter(({ name }) => !names.has(name));
  const rules = [...kept.map((rule) => drafted.get(rule.name) ?? rule), ...added];
  return compareRules(current, { ...current, rules });
}

/**
 * What else a rule set file may say than rules would be passed over in silence.
 * @throws InputError
 */
export function refuseSettings({ path, servers, inspection }: Omit<RuleSetFile, 'rules'>): void {
  const found = servers.length > 0 ? 'servers' : inspection.disabled.length > 0 ? 'inspection' : undefined;
  if (found === undefined) return;
  throw new InputError({
    file: path,
    path: [found],
    message: `a draft consists of policies; \`${found}\` cannot be tried out`,
    help: WHOLE,
  });
}

/** A draft that repeats what is there is perhaps a whole rule set, of which most would be passed over. */
export function warnOfRepeats(current: RuleSetFile, draft: RuleSetFile): readonly Diagnostic[] {
  const known = new Set(current.rules.map(contentOf));
  const repeated = draft.rules.filter((rule) => known.has(contentOf(rule))).length;
  if (repeated === 0) return [];
  const of = `${repeated} of ${draft.rules.length} policies`;
  return [
    {
      file: draft.path,
      message: `${of} ${repeated === 1 ? 'is' : 'are'} in ${current.path} already; a draft neither moves nor removes any`,
      help: WHOLE,
    },
  ];
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
        message: `no rule is called \`${clip(name)}\``,
        help: near ? `did you mean \`${near}\`?` : 'mcptest gateway policies list shows the names',
      });
    }
    if (drafted.has(name)) {
      throw new InputError({
        file,
        message: `--remove: the draft replaces \`${clip(name)}\`, so that it cannot be removed`,
      });
    }
  }
}
