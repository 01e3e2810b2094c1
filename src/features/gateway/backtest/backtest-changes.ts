import type { Rule, RuleSetFile } from '../rules/model.ts';
import { contentOf } from '../rules/rule-content.ts';
import { inOrder } from '../rules/rule-set.ts';

/** How a rule can differ between two rule sets. */
export const RULE_CHANGES = ['added', 'replaced', 'removed', 'moved'] as const;

/** A rule that differs in the proposed rules. */
export interface RuleChange {
  readonly policy: string;
  readonly change: (typeof RULE_CHANGES)[number];
}

/** The settings of a rule set that are not rules. */
export const RULE_SET_SETTINGS = ['servers', 'agents', 'inspection', 'default', 'names'] as const;

/** One of these settings. */
export type RuleSetSetting = (typeof RULE_SET_SETTINGS)[number];

/** The proposed rules, and how they differ from the current ones. */
export interface NextRules {
  readonly file: RuleSetFile;
  readonly changes: readonly RuleChange[];
  /** The settings that differ. */
  readonly settings: readonly RuleSetSetting[];
  /**
   * The names of the rules that can cause a different decision. For a call that none of them matches, old or new, both
   * rule sets decide alike.
   */
  readonly suspects: ReadonlySet<string>;
  /** Whether the settings can change the decision on a call that none of these rules matches. */
  readonly isEveryCallSuspect: boolean;
}

/** Compares two whole rule sets: their rules, order and settings. */
export function compareRules(current: RuleSetFile, next: RuleSetFile): NextRules {
  const [before, after] = [byName(current.rules), byName(next.rules)];
  const isKept = ({ name }: Rule) => contentIn(before, name) === contentIn(after, name);
  const kept: Pair = [current.rules.filter(isKept), next.rules.filter(isKept)];
  const moved = movedIn(kept);
  const changes = [
    ...current.rules.flatMap((rule): RuleChange[] => {
      const { name } = rule;
      if (!isKept(rule)) return [{ policy: name, change: after.has(name) ? 'replaced' : 'removed' }];
      return moved.has(name) ? [{ policy: name, change: 'moved' }] : [];
    }),
    ...next.rules.flatMap(({ name }): RuleChange[] =>
      before.has(name) ? [] : [{ policy: name, change: 'added' }],
    ),
  ];
  const settings = RULE_SET_SETTINGS.filter((each) => settingOf(current, each) !== settingOf(next, each));
  const edited = changes.filter(({ change }) => change !== 'moved').map(({ policy }) => policy);
  const suspects = [
    ...edited,
    ...movedThresholds(kept),
    ...(settings.includes('servers') ? lookedUp(kept) : []),
    ...(settings.includes('agents') ? labelled(kept) : []),
    ...(settings.includes('inspection') ? inspected(kept) : []),
  ];
  const isEveryCallSuspect = settings.includes('default') || settings.includes('names');
  return { file: next, changes, settings, suspects: new Set(suspects), isEveryCallSuspect };
}

/** The rules that both rule sets share, in the order of each. */
type Pair = readonly [before: readonly Rule[], after: readonly Rule[]];

/**
 * Returns the thresholds whose order changed. The order of all other rules decides only which rule is credited, never
 * the decision.
 */
function movedThresholds([before, after]: Pair): ReadonlySet<string> {
  const isThreshold = ({ riskThreshold }: Rule) => riskThreshold !== null;
  return movedIn([before.filter(isThreshold), after.filter(isThreshold)]);
}

/** Returns the unchanged rules that a different server registry can affect. */
function lookedUp([before]: Pair): readonly string[] {
  return before.filter(({ context }) => context?.resource !== undefined).map(({ name }) => name);
}

/** Returns the unchanged rules that a different registry of agents can affect. */
function labelled([before]: Pair): readonly string[] {
  return before.filter(({ context }) => context?.agent !== undefined).map(({ name }) => name);
}

/** Returns the unchanged rules that look at what inspection finds. */
function inspected([before]: Pair): readonly string[] {
  return before
    .filter(({ signalCategory, riskThreshold }) => signalCategory !== null || riskThreshold !== null)
    .map(({ name }) => name);
}

function byName(rules: readonly Rule[]): ReadonlyMap<string, Rule> {
  return new Map(rules.map((rule) => [rule.name, rule]));
}

function contentIn(rules: ReadonlyMap<string, Rule>, name: string): string | undefined {
  const rule = rules.get(name);
  return rule && contentOf(rule);
}

/** Returns a setting as comparable text. The order of servers, agents, labels and detectors has no meaning and is ignored. */
function settingOf(file: RuleSetFile, setting: RuleSetSetting): string {
  const { servers, agents, inspection, names } = file;
  switch (setting) {
    case 'inspection':
      return JSON.stringify([[...inspection.disabled].sort(), inspection.incomplete ?? 'allow']);
    case 'servers':
      return sorted(servers.map(({ name, environment, type, host }) => [name, environment, type, host]));
    case 'agents':
      return sorted(agents.map(({ id, labels }) => [id, labels && [...labels].sort()]));
    case 'default':
      return file.default ?? 'allow';
    case 'names':
      return names ?? '';
  }
}

function sorted(entries: readonly unknown[]): string {
  return JSON.stringify(entries.map((entry) => JSON.stringify(entry)).sort());
}

/**
 * Returns the shared rules that are evaluated in a different order: the smallest set of rules such that all others keep
 * their order. Priority comes before position, so a rule can move only among rules of its own priority. Disabled rules
 * are not evaluated and do not count.
 */
function movedIn([before, after]: Pair): ReadonlySet<string> {
  const asked = ({ enabled }: Rule) => enabled;
  const places = new Map(inOrder(before.filter(asked)).map(({ name }, place) => [name, place]));
  const names = inOrder(after.filter(asked)).map(({ name }) => name);
  const stayed = longestRise(names.map((name) => places.get(name) as number));
  return new Set(names.filter((_, index) => !stayed.has(index)));
}

/** Returns the indexes of a longest increasing subsequence. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  // ends[n] is the index of the smallest number that can end an increasing subsequence of length n + 1
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1;
      else high = middle;
    }
    previous.push(low === 0 ? undefined : ends[low - 1]);
    ends[low] = index;
  }
  const rise = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) rise.add(at);
  return rise;
}
