import { DECISIONS, type Decision, isStricter, type ToolCall } from '../../../artifacts/audit-log/model.ts';
import { Attributes } from './attributes.ts';
import { type CompiledRule, compileRule } from './compiled-rule.ts';
import { isCut } from './incomplete.ts';
import type { Rule, RuleSetFile } from './model.ts';
import { ToolIndex } from './tool-index.ts';

export type { TimedCall } from './attributes.ts';
export type { CompiledRule } from './compiled-rule.ts';

/** The decision of a rule set on a call, and the rule that decided. */
export interface Ruling {
  readonly decision: Decision;
  /** The rule that is credited; null when no rule decided. */
  readonly rule: Rule | null;
  readonly by: 'explicit' | 'signal' | 'threshold' | 'default' | 'unknown-server';
}

/**
 * A compiled rule set, ready to decide calls. It caches the last call, so do not call it from within one of its own
 * answers.
 */
export interface RuleSet {
  readonly file: RuleSetFile;
  /** The rules that are switched on, by priority and then by place in the file. */
  readonly rules: readonly CompiledRule[];
  readonly attributes: Attributes;
  /**
   * Decides a call. Absent signals count as none, an absent risk reaches no threshold, and without a time no window
   * holds.
   */
  decide(call: ToolCall): Ruling;
  /** Returns the rules that match a call, in the order of {@link rules}, without trying each of them. */
  matching(call: ToolCall): readonly CompiledRule[];
}

/**
 * Compiles a rule set once, for many decisions.
 * Spec (tool-call policies): "How a verdict is reached".
 */
export function compileRuleSet(file: RuleSetFile): RuleSet {
  const attributes = new Attributes(file);
  const rules = inOrder(file.rules.filter(({ enabled }) => enabled)).map((rule) =>
    compileRule(rule, attributes, file),
  );
  const ranked = new ToolIndex(byVerdict(rules), file.names);
  const byDefault: Ruling = { decision: file.default ?? 'allow', rule: null, by: 'default' };
  return {
    file,
    rules,
    attributes,
    decide: (call) => {
      const candidates = ranked.ofCall(call);
      const ruling = firstOf(candidates, call) ?? byDefault;
      return call.enforced ? stricter(unknownServer(candidates, call, attributes), ruling) : ruling;
    },
    matching: (call) =>
      ranked
        .ofCall(call)
        .filter(({ applies }) => applies(call))
        .sort((a, b) => a.place - b.place),
  };
}

/** Returns the ruling of the first rule that decides; undefined when none does. */
function firstOf(candidates: readonly RankedRule[], call: ToolCall): Ruling | undefined {
  for (const { applies, threshold, seesCuts, ruling } of candidates) {
    if (!applies(call)) continue;
    if (threshold === null) return ruling;
    // thresholds come last, and only the first that matches counts
    const isReached = call.risk !== undefined && call.risk >= threshold;
    return isReached || (seesCuts && isCut(call)) ? ruling : undefined;
  }
  return undefined;
}

/**
 * Returns what holds for a call whose server is not in the registry, if one of the rules for its tool looks at what the
 * registry would know. Spec (enforcement): "What holds for all".
 */
function unknownServer(
  candidates: readonly RankedRule[],
  { enforced, server }: ToolCall,
  attributes: Attributes,
): Ruling | undefined {
  if (!enforced || attributes.isRegistered(server)) return undefined;
  const asking = candidates.find(({ looksAtServer }) => looksAtServer);
  return asking && { decision: enforced.unknownServer, rule: asking.rule, by: 'unknown-server' };
}

function stricter(some: Ruling | undefined, other: Ruling): Ruling {
  return some && isStricter(some.decision, other.decision) ? some : other;
}

/** Sorts rules by priority, lower first, then by place in the file. */
export function inOrder(rules: readonly Rule[]): Rule[] {
  return [...rules].sort((a, b) => a.priority - b.priority);
}

/** A rule with its place in the order of the verdict. */
interface RankedRule extends CompiledRule {
  /** The place among the rules by priority. */
  readonly place: number;
  readonly threshold: number | null;
  /** The ruling if this rule decides. */
  readonly ruling: Ruling;
}

/**
 * Sorts rules so that the first match decides: the strictest verdict first; within a verdict the explicit rules before
 * the signal-aware ones; then by priority and place. Rules with a threshold come last, by priority and place alone.
 */
function byVerdict(rules: readonly CompiledRule[]): RankedRule[] {
  return rules
    .map((compiled, place) => ({
      ...compiled,
      place,
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
  // a threshold denies, whatever its action
  if (rule.riskThreshold !== null) return { decision: 'deny', rule, by: 'threshold' };
  return { decision: rule.action, rule, by: rule.signalCategory === null ? 'explicit' : 'signal' };
}
