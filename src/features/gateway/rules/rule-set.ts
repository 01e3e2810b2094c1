import { DECISIONS, type Decision } from '../../../artifacts/audit-log/model.ts';
import { Attributes, type TimedCall } from './attributes.ts';
import { type CompiledRule, compileRule } from './compiled-rule.ts';
import type { Rule, RuleSetFile } from './model.ts';
import { ToolIndex } from './tool-index.ts';

export type { TimedCall } from './attributes.ts';
export type { CompiledRule } from './compiled-rule.ts';

/** What a rule set says of a call, and by which rule. */
export interface Ruling {
  readonly decision: Decision;
  /** The rule that is credited; null when no rule decided. */
  readonly rule: Rule | null;
  readonly by: 'explicit' | 'signal' | 'threshold' | 'default';
}

/** A rule set that is ready to be asked. Not to be asked from within an answer: it keeps what it read last. */
export interface RuleSet {
  readonly file: RuleSetFile;
  /** Those that are switched on, by priority and place in the file. */
  readonly rules: readonly CompiledRule[];
  /** Absent signals count as none; an absent risk reaches no threshold. */
  decide(call: TimedCall): Ruling;
}

const NO_RULE: Ruling = { decision: 'allow', rule: null, by: 'default' };

/**
 * Compiles a rule set once, for many decisions.
 * Source: "How a verdict is reached".
 */
export function compileRuleSet(file: RuleSetFile): RuleSet {
  const attributes = new Attributes(file.servers);
  const rules = inOrder(file.rules.filter(({ enabled }) => enabled)).map((rule) =>
    compileRule(rule, attributes),
  );
  const ranked = new ToolIndex(byVerdict(rules));
  return {
    file,
    rules,
    decide: (call) => {
      for (const { applies, threshold, ruling } of ranked.of(call.tool)) {
        if (!applies(call)) continue;
        if (threshold === null) return ruling;
        // thresholds come last, and only the first that matches counts
        return call.risk !== undefined && call.risk >= threshold ? ruling : NO_RULE;
      }
      return NO_RULE;
    },
  };
}

/** By priority, lower first, then by place in the file. */
export function inOrder(rules: readonly Rule[]): Rule[] {
  return [...rules].sort((a, b) => a.priority - b.priority);
}

/** A rule in the order of the verdict. */
interface RankedRule extends CompiledRule {
  readonly threshold: number | null;
  /** What the rule decides, should it decide. */
  readonly ruling: Ruling;
}

/**
 * The order in which the first match decides: the strictest verdict first, in it the explicit rules before the
 * signal-aware, then by priority and place; rules with a threshold last, by priority and place alone.
 */
function byVerdict(rules: readonly CompiledRule[]): RankedRule[] {
  return rules
    .map((compiled) => ({
      ...compiled,
      threshold: compiled.rule.riskThreshold,
      ruling: rulingOf(compiled.rule),
    }))
    .sort((a, b) => rankOf(a.rule) - rankOf(b.rule));
}

function rankOf({ riskThreshold, action, signalCategory }: Rule): number {
  if (riskThreshold !== null) return DECISIONS.length * 2;
  return DECISIONS.indexOf(action) * 2 + (signalCategory === null ? 0 : 1);
}

function rulingOf(rule: Rule): Ruling {
  // a threshold denies, whatever its action says
  if (rule.riskThreshold !== null) return { decision: 'deny', rule, by: 'threshold' };
  return { decision: rule.action, rule, by: rule.signalCategory === null ? 'explicit' : 'signal' };
}
