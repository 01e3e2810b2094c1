import { isStricter, type Signal } from '../../../artifacts/audit-log/model.ts';
import { quote } from '../../../text/clip.ts';
import type { TimedCall } from '../rules/attributes.ts';
import type { CompiledPolicy } from '../rules/compiled-policy.ts';
import type { Policy, TraceEntry, TraceMode, Verdict } from '../rules/model.ts';
import { inOrder, type RuleSet, type Ruling } from '../rules/rule-set.ts';

/** A call whose risk and signals are known: its own, or those that content inspection found. */
export type InspectedCall = TimedCall & { readonly risk: number; readonly signals: readonly Signal[] };

/**
 * Decides a call and says why: which rule and which step of the verdict decided, what was overruled, and for each rule
 * of the trace why it matched or did not.
 * Source: `POST /api/policies/simulate`.
 */
export function explain(ruleSet: RuleSet, call: InspectedCall, trace: TraceMode): Verdict {
  const ruling = ruleSet.decide(call);
  const matching = ruleSet.policies.filter((compiled) => compiled.matches(call));
  return {
    decision: ruling.decision,
    reason: reasonOf(
      ruling,
      matching.map(({ policy }) => policy),
      call,
    ),
    risk: call.risk,
    signals: call.signals,
    matchedPolicy: ruling.policy?.name ?? null,
    trace: traceOf(ruleSet, ruling, matching, call, trace),
  };
}

function reasonOf(
  { policy, by, decision }: Ruling,
  matching: readonly Policy[],
  call: InspectedCall,
): string {
  const threshold = matching.find(({ riskThreshold }) => riskThreshold !== null);
  if (policy === null) {
    if (!threshold) return 'no rule decided: none matches, and what no rule decides is allowed';
    return `no rule decided: risk ${call.risk} is below the threshold of ${thresholdInWords(threshold)}`;
  }
  if (by === 'threshold') {
    return `no other rule decided, and risk ${call.risk} reaches the threshold of ${thresholdInWords(policy)}`;
  }
  const kind = by === 'explicit' ? 'the explicit rule' : `the rule on \`${policy.signalCategory}\` signals`;
  const rest = matching.filter(
    ({ riskThreshold, action }) => riskThreshold === null && isStricter(decision, action),
  );
  return `${kind} ${quote(policy.name)} says ${decision}${overruled(rest)}`;
}

function thresholdInWords({ name, riskThreshold }: Policy): string {
  return `${quote(name)}, ${riskThreshold}`;
}

/** A reason names so many rules that were overruled. */
const MOST_NAMED = 3;

/** The strictest match decides, whatever the priorities. */
function overruled(policies: readonly Policy[]): string {
  if (policies.length === 0) return '';
  const named = policies.slice(0, MOST_NAMED).map(({ action, name }) => `${action} of ${quote(name)}`);
  const more = policies.length - named.length;
  return `; the strictest match decides, over ${named.join(' and ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function traceOf(
  ruleSet: RuleSet,
  ruling: Ruling,
  matching: readonly CompiledPolicy[],
  call: InspectedCall,
  mode: TraceMode,
): TraceEntry[] {
  if (mode === 'none') return [];
  const first = matching.find(({ policy }) => policy.riskThreshold !== null);
  const entry = (compiled: CompiledPolicy): TraceEntry => {
    const matched = compiled.matches(call);
    const standing = matched ? thresholdStanding(compiled.policy, first?.policy, ruling, call) : '';
    const because = becauseOf(compiled, call) + standing;
    return { policy: compiled.policy.name, considered: true, matched, because };
  };
  if (mode === 'matching') return matching.map(entry);
  const compiled = new Map(ruleSet.policies.map((each) => [each.policy, each]));
  return inOrder(ruleSet.file.policies).map((policy) => {
    const enabled = compiled.get(policy);
    if (enabled) return entry(enabled);
    return { policy: policy.name, considered: false, matched: false, because: 'the rule is switched off' };
  });
}

/** What matched when all did; otherwise what did not. */
function becauseOf({ policy, glob, constraints }: CompiledPolicy, call: InspectedCall): string {
  const tool = quote(call.tool);
  if (!glob.matches(call.tool)) return `${tool} does not match the pattern ${quote(policy.toolPattern)}`;
  const parts = constraints.map((constraint) => ({
    held: constraint.holds(call),
    words: inWords(constraint, call),
  }));
  if (policy.signalCategory !== null) parts.push(signalInWords(policy.signalCategory, call.signals));
  const missed = parts.filter(({ held }) => !held);
  const pattern = `${tool} matches the pattern ${quote(policy.toolPattern)}`;
  if (missed.length > 0) return `${pattern}, but ${missed.map(({ words }) => words).join('; ')}`;
  return [pattern, ...parts.map(({ words }) => words)].join('; ');
}

function inWords({ key, wanted, found }: CompiledPolicy['constraints'][number], call: InspectedCall): string {
  const value = found(call);
  return `${key} is ${value ?? 'absent'}, wanted ${wanted}`;
}

function signalInWords(wanted: string, signals: readonly Signal[]): { held: boolean; words: string } {
  const categories = [...new Set(signals.map(({ category }) => category))];
  const found = categories.length === 0 ? 'none' : categories.map(quote).join(', ');
  return {
    held: categories.some((category) => category === wanted),
    words: `signals are ${found}, wanted ${quote(wanted)}`,
  };
}

/** What became of a rule with a threshold: it speaks only when no other rule decides, and only the first of its kind. */
function thresholdStanding(
  policy: Policy,
  first: Policy | undefined,
  { by }: Ruling,
  { risk }: InspectedCall,
): string {
  const { riskThreshold } = policy;
  if (riskThreshold === null) return '';
  if (by === 'explicit' || by === 'signal') return '; a threshold is asked only when no other rule decides';
  if (first && first !== policy)
    return `; ${quote(first.name)} is the first threshold that matches, and counts alone`;
  return `; risk ${risk} ${risk >= riskThreshold ? 'reaches' : 'is below'} the threshold ${riskThreshold}`;
}
