import type { GivenArtifact } from '../../artifacts/load-given.ts';
import type { Fact } from '../../facts/fact.ts';
import type { Evaluation, RuleResult } from '../../rules/evaluate.ts';
import { OUTCOME_NAMES, type RuleOutcome } from '../../rules/outcomes.ts';
import type { Policy, Waiver } from '../../rules/policy.ts';
import type { Duration } from '../../time/duration.ts';
import { formatInstant, type Instant } from '../../time/instant.ts';
import { present } from '../../values/own-property.ts';
import { explain } from './explain.ts';
import { sourcesOf } from './facts-report.ts';
import type { PolicyReport, RuleReport } from './report-schema.ts';

/** Turns an evaluation into the report that all formats are rendered from. This fixes the order of the keys. */
export function toPolicyReport(
  policy: Policy,
  evaluation: Evaluation,
  facts: readonly Fact[],
  { now, warnExpiring }: { readonly now: Instant; readonly warnExpiring: Duration },
  artifacts: readonly GivenArtifact[],
): PolicyReport {
  return {
    schema_version: 'mcptest.dev/policy-report/v1',
    verdict: evaluation.verdict,
    policy: { path: policy.path, version: policy.version },
    evaluated_at: formatInstant(now),
    rules: evaluation.results.map(toRuleReport),
    waivers: evaluation.waivers.map(({ waiver, status }) => ({
      rule: waiver.rule,
      ...toWaiverReport(waiver),
      status,
    })),
    counts: countOutcomes(evaluation.results),
    facts: facts.map(({ name, value, artifact, path }) => ({ name, value, artifact, path })),
    ...sourcesOf(artifacts),
    warn_expiring_ms: warnExpiring,
  };
}

function toRuleReport(result: RuleResult): RuleReport {
  const { rule, outcome, comparison, fact, because } = result;
  return present({
    id: rule.id,
    description: rule.description,
    fact: rule.fact,
    comparator: comparison?.comparator ?? null,
    expected: (comparison?.expected as RuleReport['expected'] | undefined) ?? null,
    actual: fact?.value ?? null,
    outcome,
    severity: rule.severity,
    reason: explain(result),
    line: rule.line,
    source: fact ? { artifact: fact.artifact, path: fact.path } : null,
    waiver: 'waiver' in because ? toWaiverReport(because.waiver) : null,
  });
}

function toWaiverReport({ owner, reason, expiry, issue }: Waiver) {
  return present({ owner, reason, expiry, issue });
}

/** Counts the outcomes, those that no rule has included. */
export function countOutcomes(results: readonly Pick<RuleResult, 'outcome'>[]): Record<RuleOutcome, number> {
  const counts = Object.fromEntries(OUTCOME_NAMES.map((outcome) => [outcome, 0])) as Record<
    RuleOutcome,
    number
  >;
  for (const { outcome } of results) counts[outcome]++;
  return counts;
}
