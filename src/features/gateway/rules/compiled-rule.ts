import type { ToolCall } from '../../../artifacts/audit-log/model.ts';
import { foldLookAlikes } from '../../../text/look-alikes.ts';
import type { Attributes } from './attributes.ts';
import { type AttributeName, type Constraint, compileContext } from './constraints.ts';
import { type CalledTool, namesOf } from './host-name.ts';
import { closes, isCut, mayBeCut } from './incomplete.ts';
import type { Rule, RuleSetFile } from './model.ts';
import { compileToolGlob } from './tool-glob.ts';
import { type Indexed, matchingOf } from './tool-index.ts';

/** A compiled rule, ready to evaluate calls. */
export interface CompiledRule extends Indexed {
  readonly rule: Rule;
  readonly constraints: readonly Constraint[];
  /** Whether the pattern matches one of the names of the called tool, or one that looks like it. */
  matchesName(call: CalledTool): 'exact' | 'look-alike' | undefined;
  /** Whether the call has a signal of the category, or counts as if it had; true for a rule without a category. */
  isFlagged(call: ToolCall): boolean;
  /** Whether a call that was not inspected to its end counts as having the signal, and reaching the threshold. */
  readonly seesCuts: boolean;
  /** Whether the rule looks at what the registry knows of a server. */
  readonly looksAtServer: boolean;
  /** Whether context and signal category match; the tool is not checked. */
  applies(call: ToolCall): boolean;
  /** Whether pattern, context and signal category match; the threshold is not checked. */
  matches(call: ToolCall): boolean;
  /**
   * Returns the attributes that the rule needs and the call lacks, if everything else matches; empty when the call
   * carries enough to decide. This is for logs: an attribute that was not recorded may have been present, unless a hook or
   * a proxy of ours has recorded the call.
   */
  lacks(call: ToolCall): readonly AttributeName[];
}

const NOTHING: readonly AttributeName[] = [];

/** Compiles one rule; all rules of a set share `attributes`. */
export function compileRule(
  rule: Rule,
  attributes: Attributes,
  { inspection, names }: Pick<RuleSetFile, 'inspection' | 'names'>,
): CompiledRule {
  const glob = compileToolGlob(rule.toolPattern);
  const isGuard = rule.action !== 'allow' || rule.riskThreshold !== null;
  // a look-alike is let through under its own name only
  const lookAlikes = isGuard ? compileToolGlob(foldLookAlikes(rule.toolPattern)) : undefined;
  const constraints = compileContext(rule.context, attributes);
  const { signalCategory } = rule;
  const seesCuts = closes(inspection) && isGuard;
  const isFlagged = (call: ToolCall): boolean =>
    signalCategory === null || hasSignal(call, signalCategory) || (seesCuts && isCut(call));
  const applies = (call: ToolCall): boolean => {
    if (signalCategory !== null && !isFlagged(call)) return false;
    for (const constraint of constraints) if (!constraint.holds(call)) return false;
    return true;
  };
  const matchesName = (call: CalledTool) => {
    const written = namesOf(call);
    if (written.some(glob.matches)) return 'exact';
    if (!lookAlikes || matchingOf(call, names) === 'loose') return undefined;
    return written.some((name) => lookAlikes.matches(foldLookAlikes(name))) ? 'look-alike' : undefined;
  };
  return {
    rule,
    glob,
    lookAlikes,
    constraints,
    matchesName,
    isFlagged,
    seesCuts,
    looksAtServer: rule.context?.resource !== undefined,
    applies,
    matches: (call) => matchesName(call) !== undefined && applies(call),
    lacks: (call) =>
      call.enforced || !matchesName(call)
        ? NOTHING
        : lacking({ rule, constraints, isFlagged, seesCuts }, call),
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
