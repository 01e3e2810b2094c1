import type { ToolCall } from '../../../artifacts/audit-log/model.ts';
import type { Attributes, TimedCall } from './attributes.ts';
import { type AttributeName, type Constraint, compileContext } from './constraints.ts';
import type { Rule } from './model.ts';
import { compileToolGlob, type ToolGlob } from './tool-glob.ts';

/** A compiled rule, ready to evaluate calls. */
export interface CompiledRule {
  readonly rule: Rule;
  readonly glob: ToolGlob;
  readonly constraints: readonly Constraint[];
  matchesTool(name: string): boolean;
  /** Whether context and signal category match; the tool is not checked. */
  applies(call: TimedCall): boolean;
  /** Whether pattern, context and signal category match; the threshold is not checked. */
  matches(call: TimedCall): boolean;
  /**
   * Returns the attributes that the rule needs and the call lacks, if everything else matches; empty when the call
   * carries enough to decide. This is for logs: an attribute that was not recorded may have been present.
   */
  lacks(call: TimedCall): readonly AttributeName[];
}

const NOTHING: readonly AttributeName[] = [];

/** Compiles one rule; all rules of a set share `attributes`. */
export function compileRule(rule: Rule, attributes: Attributes): CompiledRule {
  const glob = compileToolGlob(rule.toolPattern);
  const constraints = compileContext(rule.context, attributes);
  const { signalCategory } = rule;
  const applies = (call: TimedCall): boolean => {
    if (signalCategory !== null && !hasSignal(call, signalCategory)) return false;
    for (const constraint of constraints) if (!constraint.holds(call)) return false;
    return true;
  };
  return {
    rule,
    glob,
    constraints,
    matchesTool: glob.matches,
    applies,
    matches: (call) => glob.matches(call.tool) && applies(call),
    lacks: (call) => (glob.matches(call.tool) ? lacking(rule, constraints, call) : NOTHING),
  };
}

/** Whether a call carries a signal of a category. */
function hasSignal({ signals }: ToolCall, wanted: string): boolean {
  if (signals === undefined) return false;
  for (const { category } of signals) if (category === wanted) return true;
  return false;
}

function lacking(
  { signalCategory, riskThreshold }: Rule,
  constraints: readonly Constraint[],
  call: TimedCall,
): readonly AttributeName[] {
  const absent: AttributeName[] = [];
  for (const { attribute, isKnown, holds } of constraints) {
    if (attribute !== null && !isKnown(call)) absent.push(attribute);
    else if (!holds(call)) return NOTHING;
  }
  if (signalCategory !== null) {
    if (call.signals === undefined) absent.push('signals');
    else if (!hasSignal(call, signalCategory)) return NOTHING;
  }
  if (riskThreshold !== null && call.risk === undefined) absent.push('risk');
  return absent;
}
