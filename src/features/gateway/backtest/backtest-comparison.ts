import { type AuditRecord, isStricter } from '../../../artifacts/audit-log/model.ts';
import type { CompiledRule, RuleSet, Ruling } from '../rules/rule-set.ts';
import { ToolIndex } from '../rules/tool-index.ts';
import type { NextRules } from './backtest-changes.ts';

/** Nothing is lacking: the usual case. */
const NOTHING: readonly string[] = [];

/** What can cause a different decision. */
export type Suspicion = Pick<NextRules, 'suspects' | 'isEveryCallSuspect'>;

/** The decision on a record under the draft. It is not an answer when anything is lacking. */
export interface Compared {
  readonly after: Ruling;
  /** The attributes that the answer depends on and the record does not carry. */
  readonly lacking: readonly string[];
}

/** Returns the attributes that could change a ruling if the record carried them; empty when the ruling is certain. */
export type WhatIsLacking = (record: AuditRecord, ruling: Ruling) => readonly string[];

/** Compares the current rules with the draft, record by record. */
export class DraftComparison {
  readonly #next: RuleSet;
  readonly #isEveryCallSuspect: boolean;
  readonly #suspects: ToolIndex<CompiledRule>;
  readonly #lackingBefore: WhatIsLacking;
  readonly #lackingAfter: WhatIsLacking;

  /** @param changes the rules that can cause a different decision */
  constructor(
    current: RuleSet,
    next: RuleSet,
    { suspects, isEveryCallSuspect }: Suspicion,
    lackingBefore: WhatIsLacking = lackingFor(current),
  ) {
    this.#next = next;
    this.#isEveryCallSuspect = isEveryCallSuspect;
    const isSuspect = ({ rule }: CompiledRule) => suspects.has(rule.name);
    this.#suspects = new ToolIndex(
      [...current.rules.filter(isSuspect), ...next.rules.filter(isSuspect)],
      current.file.names,
    );
    this.#lackingBefore = lackingBefore;
    this.#lackingAfter = lackingFor(next);
  }

  /**
   * Decides a record under the draft. If no suspect matches, old or new, both sides see the same rules in the same
   * order, and the decision does not change. If a suspect may match, or one matches and another rule may matter too,
   * the record must carry the attributes that decide this; otherwise the answer is unknown.
   */
  compare(record: AuditRecord, before: Ruling): Compared {
    if (this.#isEveryCallSuspect) return this.#decide(record, before);
    const suspects = this.#suspects.ofCall(record);
    if (suspects.length === 0) return { after: before, lacking: NOTHING };
    let lacking = NOTHING;
    for (const rule of suspects) lacking = union(lacking, rule.lacks(record));
    // a server that is not registered is reason enough if a rule looks at it
    const matters = (rule: CompiledRule) => rule.applies(record) || (rule.looksAtServer && record.enforced);
    if (lacking.length > 0 || !suspects.some(matters)) return { after: before, lacking };
    return this.#decide(record, before);
  }

  #decide(record: AuditRecord, before: Ruling): Compared {
    const after = this.#next.decide(record);
    return { after, lacking: union(this.#lackingBefore(record, before), this.#lackingAfter(record, after)) };
  }
}

function union(some: readonly string[], more: readonly string[]): readonly string[] {
  if (more.length === 0) return some;
  return some.length === 0 ? more : [...new Set([...some, ...more])];
}

/**
 * Returns a function that finds what a ruling of the rule set depends on. When a call is decided, an absent attribute
 * is in no list; a log may simply not have recorded it.
 */
export function lackingFor(ruleSet: RuleSet): WhatIsLacking {
  const attentive = new ToolIndex(ruleSet.rules.filter(looksAtAttributes), ruleSet.file.names);
  return (record, ruling) => {
    let lacking = NOTHING;
    for (const rule of attentive.ofCall(record)) {
      if (couldChange(rule, ruling)) lacking = union(lacking, rule.lacks(record));
    }
    return lacking;
  };
}

/** Whether a rule looks at anything that a record could lack; every record has a tool. */
function looksAtAttributes({ rule: { context, riskThreshold, signalCategory } }: CompiledRule): boolean {
  return context !== null || riskThreshold !== null || signalCategory !== null;
}

/**
 * Whether the decision could change once it is known whether a rule matches. The deciding rule counts too: it may have
 * matched only because an absent attribute is in no list.
 * Spec (tool-call policies): "How a verdict is reached".
 */
function couldChange({ rule }: CompiledRule, { by, decision, rule: decider }: Ruling): boolean {
  if (rule.name === decider?.name) return true;
  const isFallback = by === 'threshold' || by === 'default';
  // a matching threshold that is not reached still keeps later ones from being evaluated, so either answer matters
  if (rule.riskThreshold !== null) return isFallback;
  if (isFallback) return rule.action !== decision;
  return isStricter(rule.action, decision);
}
