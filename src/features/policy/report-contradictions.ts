import { type Contradiction, compareWithParts, nothingChecked } from '../../documents/compare-with-parts.ts';
import { type FactValue, factTypeOf } from '../../facts/fact.ts';
import { COMPARATORS } from '../../rules/comparators.ts';
import { evaluate } from '../../rules/evaluate.ts';
import type { Comparison } from '../../rules/policy.ts';
import { parseInstant } from '../../time/instant.ts';
import { present } from '../../values/own-property.ts';
import { countOutcomes } from './report.ts';
import type { PolicyReport, RuleReport } from './report-schema.ts';

/**
 * Returns what the report of a gate says against its own rules, facts and waivers: they are evaluated again, at the same
 * time.
 */
export function policyContradictions(report: PolicyReport): Contradiction[] {
  const now = parseInstant(report.evaluated_at);
  if (now === undefined) return [{ path: ['evaluated_at'], message: 'is not an RFC 3339 time' }];
  const { verdict, results, waivers } = evaluate(
    {
      ...report.policy,
      rules: report.rules.map((rule) => present({ ...rule, ...PLACE, comparisons: comparisonsOf(rule) })),
      waivers: report.waivers.map((waiver) =>
        present({ ...waiver, ...PLACE, expiresAt: parseInstant(waiver.expiry) }),
      ),
    },
    new Map(report.facts.map((fact) => [fact.name, fact])),
    now,
  );
  const rules = results.map(({ outcome, fact, because }) => ({
    actual: fact?.value ?? null,
    outcome,
    waiver: 'waiver' in because ? { expiry: because.waiver.expiry } : null,
  }));
  return [
    ...compareWithParts(
      report,
      { rules, waivers: waivers.map(({ status }) => ({ status })) },
      'the facts and waivers',
    ),
    ...compareWithParts(report, { verdict, counts: countOutcomes(results) }, 'the rules'),
    ...nothingChecked(['rules'], report.rules.length, 'rules'),
  ];
}

/** Where a rule stands in its file has no part in what comes of it. */
const PLACE = { line: 1, column: 1 };

/** A comparator with something that it does not take compares nothing. */
function comparisonsOf({ comparator, expected }: RuleReport): Comparison[] {
  if (comparator === null || expected === null) return [];
  const { takes } = COMPARATORS[comparator];
  const fits = {
    number: (value: FactValue | FactValue[]) => !Array.isArray(value) && factTypeOf(value) === 'number',
    literal: (value: FactValue | FactValue[]) => !Array.isArray(value),
    literals: (value: FactValue | FactValue[]) => Array.isArray(value),
  };
  return fits[takes](expected) ? [{ comparator, expected }] : [];
}
