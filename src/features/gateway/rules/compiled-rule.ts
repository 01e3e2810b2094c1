import type { ToolCall } from '../../../artifacts/audit-log/model.ts';
import type { Attributes } from './attributes.ts';
import { type AttributeName, type Constraint, compileContext } from './constraints.ts';
import { matchesCall } from './host-name.ts';
import { isCut, mayBeCut } from './incomplete.ts';
import type { Rule } from './model.ts';
import { compileToolGlob, type ToolGlob } from './tool-glob.ts';

/** A compiled rule, ready to evaluate calls. */
export interface CompiledRule {
  readonly rule: Rule;
  readonly glob: ToolGlob;
  readonly constraints: readonly Constraint[];
  matchesTool(name: string): boolean;
  /** Whether the call has a signal of the category, or counts as if it had; true for a rule without a category. */
  isFlagged(call: ToolCall): boolean;
  /** Whether a call that was not inspected to its end counts as having the signal, and reaching the threshold. */
  readonly seesCuts: boolean;
  /** Whether context and signal category match; the tool is not checked. */
  applies(call: ToolCall): boolean;
  /** Whether pattern, context and signal category match; the threshold is not checked. */
  matches(call: ToolCall): boolean;
  /**
   * Returns the attributes that the rule needs and the call lacks, if everything else matches; empty when the call
   * carries enough to decide. This is for logs: an attribute that was not recorded may have been present.
   */
  lacks(call: ToolCall): readonly AttributeName[];
}

const NOTHING: readonly AttributeName[] = [];

/**
 * Compiles one rule; all rules of a set share `attributes`.
 * @param isClosed whether a rule that denies or holds also matches calls that were not inspected to their end
 */
export function compileRule(rule: Rule, attributes: Attributes, isClosed = false): CompiledRule {
  const glob = compileToolGlob(rule.toolPattern);
  const constraints = compileContext(rule.context, attributes);
  const { signalCategory } = rule;
  const seesCuts = isClosed && (rule.action !== 'allow' || rule.riskThreshold !== null);
  const isFlagged = (call: ToolCall): boolean =>
    signalCategory === null || hasSignal(call, signalCategory) || (seesCuts && isCut(call));
  const applies = (call: ToolCall): boolean => {
    if (signalCategory !== null && !isFlagged(call)) return false;
    for (const constraint of constraints) if (!constraint.holds(call)) return false;
    return true;
  };
  return {
    rule,
    glob,
    constraints,
    matchesTool: glob.matches,
    isFlagged,
    seesCuts,
    applies,
    matches: (call) => matchesCall(glob, call) && applies(call),
    lacks: (call) =>
      matchesCall(glob, call) ? lacking({ rule, constraints, isFlagged, seesCuts }, call) : NOTHING,
  };
}

/** Whether a call carries a signal of a category. */
function hasSignal({ signals }: ToolCall, wanted: string): boolean {
  if (signals === undefined) return false;
  for (const { category } of signals) if (category === wanted) return true;
  return false;
}

function lacking(
  {
    rule: { signalCategory, riskThreshold },
    constraints,
    isFlagged,
    seesCuts,
  }: Pick<CompiledRule, 'rule' | 'constraints' | 'isFlagged' | 'seesCuts'>,
  call: ToolCall,
): readonly AttributeName[] {
  const absent: AttributeName[] = [];
  for (const { attribute, isKnown, holds } of constraints) {
    if (!isKnown(call)) absent.push(attribute);
    else if (!holds(call)) return NOTHING;
  }
  if (signalCategory !== null) {
    if (call.signals === undefined) absent.push('signals');
    else if (!isFlagged(call)) {
      if (!seesCuts || !mayBeCut(call)) return NOTHING;
      absent.push('signals');
    }
  }
  if (riskThreshold !== null) {
    if (call.risk === undefined) absent.push('risk');
    else if (seesCuts && call.risk < riskThreshold && !isCut(call)) {
      if (call.signals === undefined || mayBeCut(call)) absent.push('signals');
    }
  }
  return absent;
}
