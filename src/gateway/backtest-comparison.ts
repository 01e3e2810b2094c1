import type { AuditRecord } from '../artifacts/audit-log/model.ts';
import { STRICTNESS } from './backtest-flips.ts';
import { RecentMap } from './recent-map.ts';
import type { CompiledPolicy, RuleSet, Ruling } from './rule-set.ts';

/** For so many tools it is remembered which rules are in question, names of more characters aside. */
const CACHED_TOOLS = 2000;
const LONGEST_CACHED = 200;

/** Nothing is lacking, as is most often so. */
const NOTHING: readonly string[] = [];

/** What a draft makes of a record. The decisions are no answer when anything is lacking. */
export interface Compared {
  readonly after: Ruling;
  /** The attributes that the record does not carry and the answer depends on. */
  readonly lacking: readonly string[];
}

/** The attributes that a ruling could turn on if the record carried them; empty when it is certain. */
export type OpenQuestions = (record: AuditRecord, ruling: Ruling) => readonly string[];

/** Compares the rules with a draft to the rules without, record by record. */
export class DraftComparison {
  readonly #next: RuleSet;
  readonly #changedFor: (tool: string) => readonly CompiledPolicy[];
  readonly #openBefore: OpenQuestions;
  readonly #openAfter: OpenQuestions;

  /** @param changed the names of the rules that the draft adds, replaces or removes */
  constructor(
    current: RuleSet,
    next: RuleSet,
    changed: ReadonlySet<string>,
    openBefore: OpenQuestions = openQuestions(current),
  ) {
    this.#next = next;
    const isChanged = ({ policy }: CompiledPolicy) => changed.has(policy.name);
    this.#changedFor = policiesFor([
      ...current.policies.filter(isChanged),
      ...next.policies.filter(isChanged),
    ]);
    this.#openBefore = openBefore;
    this.#openAfter = openQuestions(next);
  }

  /**
   * Decides a record under the draft. Where no changed rule matches, old or new, both sides see the same rules in the
   * same order, and the decision is the one before. Where one may match, and where one does and another rule may
   * matter too, the record has to tell, or the answer is unknown.
   */
  compare(record: AuditRecord, before: Ruling): Compared {
    const changed = this.#changedFor(record.tool);
    if (changed.length === 0) return { after: before, lacking: NOTHING };
    let lacking = NOTHING;
    for (const policy of changed) lacking = union(lacking, policy.lacks(record));
    if (lacking.length > 0 || !changed.some((policy) => policy.matches(record))) {
      return { after: before, lacking };
    }
    const after = this.#next.decide(record);
    return { after, lacking: union(this.#openBefore(record, before), this.#openAfter(record, after)) };
  }
}

function union(some: readonly string[], more: readonly string[]): readonly string[] {
  if (more.length === 0) return some;
  return some.length === 0 ? more : [...new Set([...some, ...more])];
}

/**
 * Tells what the decision of a rule set could turn on. Absent attributes count as none when a call is decided; the log
 * may merely not tell of them.
 */
export function openQuestions(ruleSet: RuleSet): OpenQuestions {
  const attentiveFor = policiesFor(ruleSet.policies.filter(looksAtAttributes));
  return (record, ruling) => {
    let lacking = NOTHING;
    for (const policy of attentiveFor(record.tool)) {
      if (couldChange(policy, ruling)) lacking = union(lacking, policy.lacks(record));
    }
    return lacking;
  };
}

/** Whether there is anything in a policy that a record could lack; each has a tool and a time. */
function looksAtAttributes({ policy: { context, riskThreshold, signalCategory } }: CompiledPolicy): boolean {
  return context !== null || riskThreshold !== null || signalCategory !== null;
}

/**
 * Whether the decision may change once it is known whether a policy matches. The one that decided may have done so only
 * since an absent attribute is in no list. Source: "How a verdict is reached".
 */
function couldChange({ policy }: CompiledPolicy, { by, decision, policy: decider }: Ruling): boolean {
  if (policy.name === decider?.name) return true;
  const isFallback = by === 'threshold' || by === 'default';
  // a threshold that is not reached keeps the ones behind it from being asked, so that either answer counts
  if (policy.riskThreshold !== null) return isFallback;
  if (isFallback) return policy.action !== decision;
  return STRICTNESS[policy.action] > STRICTNESS[decision];
}

/** The policies whose pattern a tool matches, remembered for the tools of late. */
export function policiesFor(
  policies: readonly CompiledPolicy[],
): (tool: string) => readonly CompiledPolicy[] {
  const cache = new RecentMap<string, readonly CompiledPolicy[]>(CACHED_TOOLS);
  const find = (tool: string) => policies.filter((policy) => policy.matchesTool(tool));
  return (tool) => {
    if (tool.length > LONGEST_CACHED) return find(tool);
    return cache.get(tool) ?? cache.set(tool, find(tool));
  };
}
