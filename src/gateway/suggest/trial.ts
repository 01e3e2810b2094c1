import type { AuditRecord } from '../../artifacts/audit-log/model.ts';
import { DraftComparison, type OpenQuestions } from '../backtest-comparison.ts';
import { draftRules } from '../backtest-draft.ts';
import { FLIPS, flipOf, isLoosening, noFlips } from '../backtest-flips.ts';
import type { BacktestCounts } from '../backtest-schema.ts';
import type { Policy } from '../model.ts';
import { compileRuleSet, type RuleSet, type Ruling } from '../rule-set.ts';
import { parseRuleSet } from '../rule-set-file.ts';
import type { Candidate } from './candidate.ts';

/** The backtest of a candidate, in numbers alone. */
export class Trial {
  readonly #comparison: DraftComparison;
  readonly #flips = noFlips();
  #unknown = 0;

  constructor(candidate: Candidate, current: RuleSet, openBefore: OpenQuestions) {
    const { file } = current;
    const draft = {
      ...file,
      servers: [],
      inspection: { disabled: [] },
      policies: draftOf(candidate, file.policies),
    };
    const drafted = draftRules(file, draft);
    const changed = new Set(drafted.changes.map(({ policy }) => policy));
    this.#comparison = new DraftComparison(current, compileRuleSet(drafted.file), changed, openBefore);
  }

  add(record: AuditRecord, before: Ruling): void {
    const { after, lacking } = this.#comparison.compare(record, before);
    if (lacking.length > 0) this.#unknown++;
    else if (after.decision !== before.decision) this.#flips[flipOf(before.decision, after.decision)]++;
  }

  /** @param total how many records there were */
  toCounts(total: number): BacktestCounts {
    const sum = (isCounted: (flip: (typeof FLIPS)[number]) => boolean) =>
      FLIPS.filter(isCounted).reduce((all, flip) => all + this.#flips[flip], 0);
    const loosening = sum(isLoosening);
    const flipped = sum(() => true);
    return {
      total,
      unchanged: total - flipped - this.#unknown,
      unknown: this.#unknown,
      flipped,
      loosening,
      tightening: flipped - loosening,
      flips: this.#flips,
    };
  }
}

/** What accepting a candidate changes in the rules. */
function draftOf({ rule, disables }: Candidate, policies: readonly Policy[]): Policy[] {
  const disabled = policies
    .filter(({ name }) => disables.includes(name))
    .map((policy) => ({ ...policy, enabled: false }));
  if (rule.enabled === false) return disabled;
  return [...disabled, ...parseRuleSet(JSON.stringify(rule), '').policies];
}
