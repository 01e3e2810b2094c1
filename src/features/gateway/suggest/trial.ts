import type { AuditRecord } from '../../../artifacts/audit-log/model.ts';
import { DraftComparison, type WhatIsLacking } from '../backtest/backtest-comparison.ts';
import { draftRules } from '../backtest/backtest-draft.ts';
import { FlipCounts } from '../backtest/backtest-flip-counts.ts';
import type { BacktestCounts } from '../backtest/backtest-schema.ts';
import type { Rule } from '../rules/model.ts';
import { compileRuleSet, type RuleSet, type Ruling } from '../rules/rule-set.ts';
import { completed, type Proposal } from './proposal.ts';

/** The backtest of one proposal, as counts. */
export class Trial {
  readonly #comparison: DraftComparison;
  readonly #counts = new FlipCounts();

  constructor(proposal: Proposal, current: RuleSet, lackingBefore: WhatIsLacking) {
    const next = draftRules(current.file, draftOf(proposal, current.file.rules));
    this.#comparison = new DraftComparison(current, compileRuleSet(next.file), next, lackingBefore);
  }

  add(record: AuditRecord, before: Ruling): void {
    const { after, lacking } = this.#comparison.compare(record, before);
    if (lacking.length > 0) this.#counts.addUnknown();
    else this.#counts.add(before.decision, after.decision);
  }

  toCounts(): BacktestCounts {
    return this.#counts.toCounts();
  }
}

/** Returns the rules that accepting a proposal would change. */
function draftOf({ rule, disables }: Proposal, rules: readonly Rule[]): Rule[] {
  const disabled = rules
    .filter(({ name }) => disables.includes(name))
    .map((each) => ({ ...each, enabled: false }));
  return rule.enabled === false ? disabled : [...disabled, completed(rule)];
}
