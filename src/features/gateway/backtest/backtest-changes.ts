import type { Rule, RuleSetFile } from '../rules/model.ts';
import { contentOf } from '../rules/rule-content.ts';
import { inOrder } from '../rules/rule-set.ts';

/** What may become of a rule from one rule set to the next. */
export const RULE_CHANGES = ['added', 'replaced', 'removed', 'moved'] as const;

/** A rule that is different in the rules to come. */
export interface RuleChange {
  readonly policy: string;
  readonly change: (typeof RULE_CHANGES)[number];
}

/** What a rule set says beside its rules. */
export const RULE_SET_SETTINGS = ['servers', 'inspection'] as const;

export type RuleSetSetting = (typeof RULE_SET_SETTINGS)[number];

/** The rules as they would be, and what is different about them. */
export interface NextRules {
  readonly file: RuleSetFile;
  readonly changes: readonly RuleChange[];
  /** What is different beside the rules. */
  readonly settings: readonly RuleSetSetting[];
  /**
   * The names of the rules that a different decision can come from: where none of them matches, old or new, both rule sets
   * decide alike.
   */
  readonly suspects: ReadonlySet<string>;
}

/** Compares two whole rule sets: their rules, their order and their settings. */
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
  ];
  return { file: next, changes, settings, suspects: new Set(suspects) };
}

/** The same rules as they stand in two rule sets. */
type Pair = readonly [before: readonly Rule[], after: readonly Rule[]];

/** Among all other rules the order settles who is credited, and never what is decided. */
function movedThresholds([before, after]: Pair): ReadonlySet<string> {
  const isThreshold = ({ riskThreshold }: Rule) => riskThreshold !== null;
  return movedIn([before.filter(isThreshold), after.filter(isThreshold)]);
}

/** Those that another registry of servers may answer otherwise, though they are the same. */
function lookedUp([before]: Pair): readonly string[] {
  return before.filter(({ context }) => context?.resource !== undefined).map(({ name }) => name);
}

function byName(rules: readonly Rule[]): ReadonlyMap<string, Rule> {
  return new Map(rules.map((rule) => [rule.name, rule]));
}

function contentIn(rules: ReadonlyMap<string, Rule>, name: string): string | undefined {
  const rule = rules.get(name);
  return rule && contentOf(rule);
}

/** As the order of servers and of detectors says nothing, it makes no difference. */
function settingOf({ servers, inspection }: RuleSetFile, setting: RuleSetSetting): string {
  if (setting === 'inspection') return JSON.stringify([...inspection.disabled].sort());
  const entries = servers.map(({ name, environment, type, host }) =>
    JSON.stringify([name, environment, type, host]),
  );
  return JSON.stringify(entries.sort());
}

/**
 * Which of the same rules are asked in another order: as few as can be, so that all others follow each other as they did.
 * Priority comes before place, so that a rule moves among those of its own priority alone; one that is off is not asked.
 */
function movedIn([before, after]: Pair): ReadonlySet<string> {
  const asked = ({ enabled }: Rule) => enabled;
  const places = new Map(inOrder(before.filter(asked)).map(({ name }, place) => [name, place]));
  const names = inOrder(after.filter(asked)).map(({ name }) => name);
  const stayed = longestRise(names.map((name) => places.get(name) as number));
  return new Set(names.filter((_, index) => !stayed.has(index)));
}

/** The indexes of a longest part of some numbers, each greater than the one before. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  // ends[n] is the index of the smallest number that a rise of n + 1 numbers can end with
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
