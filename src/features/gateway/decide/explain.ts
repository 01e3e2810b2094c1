import { isStricter, type Signal } from '../../../artifacts/audit-log/model.ts';
import { quote } from '../../../text/clip.ts';
import type { TimedCall } from '../rules/attributes.ts';
import type { CompiledRule } from '../rules/compiled-rule.ts';
import { isCut } from '../rules/incomplete.ts';
import type { CallVerdict, Rule, TraceEntry, TraceMode } from '../rules/model.ts';
import { inOrder, type RuleSet, type Ruling } from '../rules/rule-set.ts';

/** A call with known risk and signals: its own, or those from content inspection. */
export type InspectedCall = TimedCall & { readonly risk: number; readonly signals: readonly Signal[] };

/**
 * Decides a call and explains why: which rule and which step of the verdict decided, which rules it overruled, and why
 * each rule in the trace matched or not.
 * Spec (tool-call policies): "POST /api/policies/simulate".
 */
export function explain(ruleSet: RuleSet, call: InspectedCall, trace: TraceMode): CallVerdict {
  const ruling = ruleSet.decide(call);
  const matching = ruleSet.matching(call);
  return {
    decision: ruling.decision,
    reason: reasonOf(
      ruling,
      matching.map(({ rule }) => rule),
      call,
    ),
    risk: call.risk,
    signals: call.signals,
    matchedPolicy: ruling.rule?.name ?? null,
    trace: traceOf(ruleSet, ruling, matching, call, trace),
  };
}

function reasonOf({ rule, by, decision }: Ruling, matching: readonly Rule[], call: InspectedCall): string {
  const threshold = matching.find(({ riskThreshold }) => riskThreshold !== null);
  if (rule === null) {
    if (decision !== 'allow') return `no rule decides, and calls are ${BY_DEFAULT[decision]} by default`;
    if (!threshold) return 'no rule matches, and calls are allowed by default';
    return `no rule decided: risk ${call.risk} is below the threshold ${thresholdInWords(threshold)}`;
  }
  if (by === 'unknown-server') {
    const server =
      call.server === undefined ? 'the call names no server' : `\`servers\` has no ${quote(call.server)}`;
    return `${server}, and the rule ${quote(rule.name)} looks at what it would say of it`;
  }
  if (by === 'threshold') {
    const isReached = call.risk >= (rule.riskThreshold ?? 0);
    const why = isReached ? `risk ${call.risk} reaches` : `${CUT}, which counts as reaching`;
    return `no other rule decided, and ${why} the threshold ${thresholdInWords(rule)}`;
  }
  const kind = by === 'explicit' ? 'the explicit rule' : `the rule on \`${rule.signalCategory}\` signals`;
  const rest = matching.filter(
    ({ riskThreshold, action }) => riskThreshold === null && isStricter(decision, action),
  );
  return `${kind} ${quote(rule.name)} says ${decision}${overruled(rest)}`;
}

const BY_DEFAULT = { deny: 'denied', require_approval: 'held' } as const;

/** Said of a call that inspection saw only a part of. */
const CUT = 'the arguments were not inspected to their end';

function thresholdInWords({ name, riskThreshold }: Rule): string {
  return `${riskThreshold} of ${quote(name)}`;
}

/** A reason names up to this many overruled rules. */
const MOST_NAMED = 3;

/** Names the overruled rules: the strictest match decides, whatever the priorities. */
function overruled(rules: readonly Rule[]): string {
  if (rules.length === 0) return '';
  const named = rules.slice(0, MOST_NAMED).map(({ action, name }) => `${quote(name)} (${action})`);
  const more = rules.length - named.length;
  return `; the strictest match decides and overrules ${named.join(' and ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function traceOf(
  ruleSet: RuleSet,
  ruling: Ruling,
  matching: readonly CompiledRule[],
  call: InspectedCall,
  mode: TraceMode,
): TraceEntry[] {
  if (mode === 'none') return [];
  const first = matching.find(({ rule }) => rule.riskThreshold !== null);
  const entry = (compiled: CompiledRule): TraceEntry => {
    const matched = compiled.matches(call);
    const standing = matched ? thresholdStanding(compiled.rule, first?.rule, ruling, call) : '';
    const because = becauseOf(compiled, call) + standing;
    return { policy: compiled.rule.name, considered: true, matched, because };
  };
  if (mode === 'matching') return matching.map(entry);
  const compiled = new Map(ruleSet.rules.map((each) => [each.rule, each]));
  return inOrder(ruleSet.file.rules).map((rule) => {
    const enabled = compiled.get(rule);
    if (enabled) return entry(enabled);
    return { policy: rule.name, considered: false, matched: false, because: 'the rule is switched off' };
  });
}

/** Lists all conditions when all hold, otherwise only those that do not hold. */
function becauseOf({ rule, matchesName, constraints, isFlagged }: CompiledRule, call: InspectedCall): string {
  const tool = quote(call.tool);
  const match = matchesName(call);
  if (!match) return `${tool} does not match the pattern ${quote(rule.toolPattern)}`;
  const parts = constraints.map((constraint) => ({
    held: constraint.holds(call),
    words: inWords(constraint, call),
  }));
  if (rule.signalCategory !== null) {
    parts.push({ held: isFlagged(call), words: signalInWords(rule.signalCategory, call) });
  }
  const missed = parts.filter(({ held }) => !held);
  const pattern = `${tool} ${match === 'exact' ? 'matches' : 'looks like a name that matches'} the pattern ${quote(rule.toolPattern)}`;
  if (missed.length > 0) return `${pattern}, but ${missed.map(({ words }) => words).join('; ')}`;
  return [pattern, ...parts.map(({ words }) => words)].join('; ');
}

function inWords({ key, wanted, found }: CompiledRule['constraints'][number], call: InspectedCall): string {
  const value = found(call);
  return `${key} is ${value ?? 'absent'}, required: ${wanted}`;
}

function signalInWords(wanted: string, call: InspectedCall): string {
  const { signals } = call;
  const categories = [...new Set(signals.map(({ category }) => category))];
  const found =
    categories.length === 0 ? 'there are no signals' : `signals are ${categories.map(quote).join(', ')}`;
  const isFound = categories.some((category) => category === wanted);
  return `${found}, required: ${quote(wanted)}${!isFound && isCut(call) ? `; ${CUT}` : ''}`;
}

/**
 * Explains the effect of a matching rule with a threshold: it counts only when no other rule decides and it is the
 * first matching threshold.
 */
function thresholdStanding(rule: Rule, first: Rule | undefined, { by }: Ruling, call: InspectedCall): string {
  const { risk } = call;
  const { riskThreshold } = rule;
  if (riskThreshold === null) return '';
  if (by === 'explicit' || by === 'signal') return '; a threshold counts only when no other rule decides';
  if (first && first !== rule)
    return `; only the first matching threshold counts, which is ${quote(first.name)}`;
  const standing = `; risk ${risk} ${risk >= riskThreshold ? 'reaches' : 'is below'} the threshold ${riskThreshold}`;
  return risk < riskThreshold && isCut(call) ? `${standing}; ${CUT}` : standing;
}
