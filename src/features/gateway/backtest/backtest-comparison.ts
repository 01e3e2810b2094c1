import { type AuditRecord, isStricter } from '../../../artifacts/audit-log/model.ts';
import type { CompiledRule, RuleSet, Ruling } from '../rules/rule-set.ts';
import { ToolIndex } from '../rules/tool-index.ts';

/** Nothing is lacking, as is most often so. */
const NOTHING: readonly string[] = [];

/** What a draft makes of a record. The decisions are no answer when anything is lacking. */
export interface Compared {
  readonly after: Ruling;
  /** The attributes that the record does not carry and the answer depends on. */
  readonly lacking: readonly string[];
}

/** The attributes that a ruling could turn on if the record carried them; empty when it is certain. */
export type WhatIsLacking = (record: AuditRecord, ruling: Ruling) => readonly string[];

/** Compares the rules with a draft to the rules without, record by record. */
export class DraftComparison {
  readonly #next: RuleSet;
  readonly #suspects: ToolIndex<CompiledRule>;
  readonly #lackingBefore: WhatIsLacking;
  readonly #lackingAfter: WhatIsLacking;

  /** @param suspects the names of the rules that a different decision can come from */
  constructor(
    current: RuleSet,
    next: RuleSet,
    suspects: ReadonlySet<string>,
    lackingBefore: WhatIsLacking = lackingFor(current),
  ) {
    this.#next = next;
    const isSuspect = ({ rule }: CompiledRule) => suspects.has(rule.name);
    this.#suspects = new ToolIndex([...current.rules.filter(isSuspect), ...next.rules.filter(isSuspect)]);
    this.#lackingBefore = lackingBefore;
    this.#lackingAfter = lackingFor(next);
  }

  /**
   * Decides a record under the draft. Where no suspect matches, old or new, both sides see the same rules in the
   * same order, and the decision is the one before. Where one may match, and where one does and another rule may
   * matter too, the record has to tell, or the answer is unknown.
   */
  compare(record: AuditRecord, before: Ruling): Compared {
    const suspects = this.#suspects.of(record.tool);
    if (suspects.length === 0) return { after: before, lacking: NOTHING };
    let lacking = NOTHING;
    for (const rule of suspects) lacking = union(lacking, rule.lacks(record));
    if (lacking.length > 0 || !suspects.some((rule) => rule.applies(record))) {
      return { after: before, lacking };
    }
    const after = this.#next.decide(record);
    return { after, lacking: union(this.#lackingBefore(record, before), this.#lackingAfter(record, after)) };
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
export function lackingFor(ruleSet: RuleSet): WhatIsLacking {
  const attentive = new ToolIndex(ruleSet.rules.filter(looksAtAttributes));
  return (record, ruling) => {
    let lacking = NOTHING;
    for (const rule of attentive.of(record.tool)) {
      if (couldChange(rule, ruling)) lacking = union(lacking, rule.lacks(record));
    }
    return lacking;
  };
}

/** Whether there is anything in a rule that a record could lack; each has a tool and a time. */
function looksAtAttributes({ rule: { context, riskThreshold, signalCategory } }: CompiledRule): boolean {
  return context !== null || riskThreshold !== null || signalCategory !== null;
}

/**
 * Whether the decision may change once it is known whether a rule matches. The one that decided may have done so only
 * since an absent attribute is in no list. Source: "How a verdict is reached".
 */
function couldChange({ rule }: CompiledRule, { by, decision, rule: decider }: Ruling): boolean {
  if (rule.name === decider?.name) return true;
  const isFallback = by === 'threshold' || by === 'default';
  // a threshold that is not reached keeps the ones behind it from being asked, so that either answer counts
  if (rule.riskThreshold !== null) return isFallback;
  if (isFallback) return rule.action !== decision;
  return isStricter(rule.action, decision);
}
