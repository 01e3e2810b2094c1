import { renderFact } from '../../facts/fact.ts';
import type { PolicyReport, RuleReport } from '../../features/policy/report-schema.ts';
import { COMPARATORS } from '../../rules/comparators.ts';
import { OUTCOME_NAMES, OUTCOMES } from '../../rules/outcomes.ts';
import type { Instant } from '../../time/instant.ts';
import { plural } from '../plural.ts';

/** Wording that the formats for people share. The caller must escape it. */

/** Returns the headline: `2 of 6 rules fail the gate`. */
export function headline({ verdict, rules, counts }: PolicyReport): string {
  if (rules.length === 1) return `the one rule ${LONE_RULE[counts.waived > 0 ? 'waived' : verdict]}`;
  if (verdict === 'fail') {
    const failing = failingRules(rules).length;
    return `${failing} of ${plural(rules.length, 'rule')} ${failing === 1 ? 'fails' : 'fail'} the gate`;
  }
  const waived = counts.waived > 0 ? `, ${counts.waived} waived` : '';
  if (verdict === 'warn') {
    return `${counts.warn} of ${plural(rules.length, 'rule')} ${counts.warn === 1 ? 'warns' : 'warn'}${waived}`;
  }
  if (counts.waived > 0) return `${counts.pass} of ${plural(rules.length, 'rule')} pass${waived}`;
  return `all ${rules.length} rules pass`;
}

const LONE_RULE = { fail: 'fails the gate', warn: 'warns', pass: 'passes', waived: 'is waived' } as const;

/** Returns `6 rules: 3 pass, 1 fail, 0 warn, ...`. Lists every outcome, so the line always has the same form. */
export function countsInWords({ rules, counts }: PolicyReport): string {
  const parts = OUTCOME_NAMES.map((outcome) => `${counts[outcome]} ${outcome}`);
  return `${plural(rules.length, 'rule')}: ${parts.join(', ')}`;
}

/** Returns the rules that make the verdict fail. */
export function failingRules(rules: readonly RuleReport[]): RuleReport[] {
  return rules.filter(({ outcome }) => OUTCOMES[outcome].verdict === 'fail');
}

/** Returns `at most 0`, or nothing when the rule has no comparator, or several. */
export function expectationInWords({ comparator, expected }: RuleReport): string {
  if (comparator === null || expected === null) return '';
  return COMPARATORS[comparator].expectation(expected);
}

/** Returns `3`, or nothing when no artifact carries the fact. */
export function actualInWords({ actual }: RuleReport): string {
  return actual === null ? '' : renderFact(actual);
}

/** How many files a message names; annotations of GitHub and messages of SARIF are shown in one piece. */
const MOST_FILES = 20;

/** Returns the files that the fact of a rule was read from; none if no artifact has the fact. */
export function filesOf({ source }: RuleReport, { sources = [] }: PolicyReport): readonly string[] {
  if (!source) return [];
  const paths = sources.filter(({ artifact }) => artifact === source.artifact).map(({ path }) => path);
  return paths.length > 0 ? paths : [source.path];
}

/** Returns ` (a.xml, b.xml)`, the files that the fact of a rule was read from; nothing if no artifact has the fact. */
export function filesInWords(rule: RuleReport, report: PolicyReport): string {
  const files = filesOf(rule, report);
  if (files.length === 0) return '';
  const more = files.length > MOST_FILES ? ` and ${files.length - MOST_FILES} more` : '';
  return ` (${files.slice(0, MOST_FILES).join(', ')}${more})`;
}

/** Returns the time of the evaluation. This program printed it, perhaps with a six-digit year. */
export function momentOf({ evaluated_at }: PolicyReport): Instant {
  return Date.parse(evaluated_at);
}
