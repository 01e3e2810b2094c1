import type { Diagnostic } from '../../../diagnostic.ts';
import { InputError } from '../../../errors.ts';
import { clip } from '../../../text/clip.ts';
import { nearest } from '../../../text/nearest.ts';
import type { Rule, RuleSetFile } from '../rules/model.ts';
import { contentOf } from '../rules/rule-content.ts';
import { compareRules, type NextRules, RULE_SET_SETTINGS, type RuleSetSetting } from './backtest-changes.ts';

/** Help for users who pass a whole rule set as a draft. */
const WHOLE = 'to compare a whole rule set, with its servers, order and removals, pass it with --after';

/**
 * Applies a draft to a rule set: a rule of the draft replaces the one with the same name, new rules are appended, and
 * the rules named in `remove` are left out.
 * @throws InputError when a rule to remove does not exist or is in the draft
 */
export function draftRules(
  current: RuleSetFile,
  draft: readonly Rule[],
  remove: readonly string[] = [],
): NextRules {
  const names = new Set(current.rules.map(({ name }) => name));
  // a rule that the draft repeats unchanged stays the same object, with its line number
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
 * Returns the rules of a draft as they are tried: one that is written switched off, to be enabled later, is tried as if
 * it were on. The exception is a rule that replaces one that is on: it switches that rule off, whatever else it changes.
 */
export function asIfEnabled(
  current: RuleSetFile,
  draft: readonly Rule[],
): { rules: readonly Rule[]; tried: readonly string[] } {
  const isOn = new Set(current.rules.filter(({ enabled }) => enabled).map(({ name }) => name));
  const tried = new Set(draft.filter(({ name, enabled }) => !enabled && !isOn.has(name)));
  return {
    rules: draft.map((rule) => (tried.has(rule) ? { ...rule, enabled: true } : rule)),
    tried: [...tried].map(({ name }) => name),
  };
}

/**
 * Rejects a draft with settings other than rules, which would be ignored silently.
 * @throws InputError
 */
export function refuseSettings(draft: Omit<RuleSetFile, 'rules'>): void {
  const { path, servers, agents, inspection, names } = draft;
  const isWritten: Readonly<Record<RuleSetSetting, boolean>> = {
    servers: servers.length > 0,
    agents: agents.length > 0,
    inspection: inspection.disabled.length > 0 || inspection.incomplete !== undefined,
    default: draft.default !== undefined,
    names: names !== undefined,
  };
  const found = RULE_SET_SETTINGS.find((setting) => isWritten[setting]);
  if (found === undefined) return;
  throw new InputError({
    file: path,
    path: [found],
    message: `a draft contains only rules, not \`${found}\``,
    help: WHOLE,
  });
}

/** Warns when a draft repeats existing rules. It may be a whole rule set, most of which would be ignored. */
export function warnOfRepeats(current: RuleSetFile, draft: RuleSetFile): readonly Diagnostic[] {
  const known = new Set(current.rules.map(contentOf));
  const repeated = draft.rules.filter((rule) => known.has(contentOf(rule))).length;
  if (repeated === 0) return [];
  const of = `${repeated} of ${draft.rules.length} rules`;
  return [
    {
      file: draft.path,
      message: `${of} ${repeated === 1 ? 'is' : 'are'} already in ${current.path}; a draft neither moves nor removes rules`,
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
        help: near ? `did you mean \`${near}\`?` : 'run `mcptest gateway policies list` to see the names',
      });
    }
    if (drafted.has(name)) {
      throw new InputError({
        file,
        message: `--remove: \`${clip(name)}\` cannot be removed, because the draft replaces it`,
      });
    }
  }
}
