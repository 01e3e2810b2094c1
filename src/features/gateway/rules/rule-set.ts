import { DECISIONS, type Decision } from '../../../artifacts/audit-log/model.ts';
import { Attributes, type TimedCall } from './attributes.ts';
import { type CompiledPolicy, compilePolicy } from './compiled-policy.ts';
import type { Policy, RuleSetFile } from './model.ts';
import { ToolIndex } from './tool-index.ts';

export type { TimedCall } from './attributes.ts';
export type { CompiledPolicy } from './compiled-policy.ts';

/** What a rule set says of a call, and by which rule. */
export interface Ruling {
  readonly decision: Decision;
  /** The policy that is credited; null when no rule decided. */
  readonly policy: Policy | null;
  readonly by: 'explicit' | 'signal' | 'threshold' | 'default';
}

/** A rule set that is ready to be asked. Not to be asked from within an answer: it keeps what it read last. */
export interface RuleSet {
  readonly file: RuleSetFile;
  /** Those that are switched on, by priority and place in the file. */
  readonly policies: readonly CompiledPolicy[];
  /** Absent signals count as none; an absent risk reaches no threshold. */
  decide(call: TimedCall): Ruling;
}

const NO_RULE: Ruling = { decision: 'allow', policy: null, by: 'default' };

/**
 * Compiles a rule set once, for many decisions.
 * Source: "How a verdict is reached".
 */
export function compileRuleSet(file: RuleSetFile): RuleSet {
  const attributes = new Attributes(file.servers);
  const policies = inOrder(file.policies.filter(({ enabled }) => enabled)).map((policy) =>
    compilePolicy(policy, attributes),
  );
  const ranked = new ToolIndex(byVerdict(policies));
  return {
    file,
    policies,
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
export function inOrder(policies: readonly Policy[]): Policy[] {
  return [...policies].sort((a, b) => a.priority - b.priority);
}

/** A policy in the order of the verdict. */
interface RankedPolicy extends CompiledPolicy {
  readonly threshold: number | null;
  /** What the policy decides, should it decide. */
  readonly ruling: Ruling;
}

/**
 * The order in which the first match decides: the strictest verdict first, in it the explicit rules before the
 * signal-aware, then by priority and place; rules with a threshold last, by priority and place alone.
 */
function byVerdict(policies: readonly CompiledPolicy[]): RankedPolicy[] {
  return policies
    .map((compiled) => ({
      ...compiled,
      threshold: compiled.policy.riskThreshold,
      ruling: rulingOf(compiled.policy),
    }))
    .sort((a, b) => rankOf(a.policy) - rankOf(b.policy));
}

function rankOf({ riskThreshold, action, signalCategory }: Policy): number {
  if (riskThreshold !== null) return DECISIONS.length * 2;
  return DECISIONS.indexOf(action) * 2 + (signalCategory === null ? 0 : 1);
}

function rulingOf(policy: Policy): Ruling {
  // a threshold denies, whatever its action says
  if (policy.riskThreshold !== null) return { decision: 'deny', policy, by: 'threshold' };
  return { decision: policy.action, policy, by: policy.signalCategory === null ? 'explicit' : 'signal' };
}
