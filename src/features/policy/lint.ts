import type { Position, Words } from '../../diagnostic.ts';
import { type FactDefinition, findFact } from '../../facts/catalog.ts';
import { type FactValue, renderFact } from '../../facts/fact.ts';
import { countFindings, inFileOrder, toFinding } from '../../findings/finding.ts';
import { COMPARATORS } from '../../rules/comparators.ts';
import type { Comparison, Policy, PolicyRule, Waiver } from '../../rules/policy.ts';
import { Renewals, timeLeft } from '../../rules/waivers.ts';
import { nearest } from '../../text/nearest.ts';
import type { Duration } from '../../time/duration.ts';
import { formatInstant, type Instant } from '../../time/instant.ts';
import { append } from '../../values/append.ts';
import type { PolicyCheck } from './check-schema.ts';
import { comparatorCountInWords, mismatchInWords, unknownFactInWords, unquoteHint } from './explain.ts';
import { POLICY_FINDINGS, type PolicyFindingCode } from './findings.ts';
import {
  expiredInWords,
  expiringInWords,
  unknownRuleInWords,
  unreadableExpiryInWords,
} from './waiver-words.ts';

/**
 * Finds what is wrong with a policy before there are artifacts to judge: rules that can never be evaluated or can
 * never hold, and waivers that are expired, expire soon or name an unknown rule. Findings are in file order.
 */
export function lintPolicy(policy: Policy, now: Instant, warnExpiring: Duration): PolicyCheck {
  const ruleIds = new Set(policy.rules.map(({ id }) => id));
  const renewals = new Renewals(policy.waivers, now);
  const findings = inFileOrder([
    ...policy.rules.flatMap(lintRule),
    ...policy.waivers.flatMap((waiver) =>
      lintWaiver(waiver, policy, { ruleIds, renewals }, now, warnExpiring),
    ),
  ]);
  return {
    schema_version: 'mcptest.dev/policy-check/v1',
    policy: { path: policy.path, version: policy.version },
    checked_at: formatInstant(now),
    findings,
    counts: countFindings(POLICY_FINDINGS, findings),
  };
}

type PolicyFinding = PolicyCheck['findings'][number];

function finding(
  code: PolicyFindingCode,
  { line, column }: Position,
  subject: string,
  words: Words,
): PolicyFinding {
  const { message, help } = words;
  return toFinding(POLICY_FINDINGS, { code, message: `${subject}${message}`, help }, { line, column });
}

function lintRule(rule: PolicyRule): PolicyFinding[] {
  const subject = `rule \`${rule.id}\`: `;
  const found = (code: PolicyFindingCode, words: Words) => finding(code, rule, subject, words);
  const fact = findFact(rule.fact);
  const [comparison, ...others] = rule.comparisons;
  const findings: PolicyFinding[] = [];
  if (!comparison) findings.push(found('no-comparator', comparatorCountInWords(rule)));
  if (others.length > 0) findings.push(found('several-comparators', comparatorCountInWords(rule)));
  if (!fact) return [...findings, found('unknown-fact', unknownFactInWords(rule.fact))];
  for (const each of rule.comparisons) {
    append(
      findings,
      lintComparison(each, fact).map(([code, words]) => found(code, words)),
    );
  }
  return findings;
}

function lintComparison(comparison: Comparison, fact: FactDefinition): [PolicyFindingCode, Words][] {
  const judges = COMPARATORS[comparison.comparator].judges(comparison.expected);
  if (!judges.includes(fact.type)) {
    return [['type-mismatch', mismatchInWords(comparison, judges, fact.type)]];
  }
  const { comparator, expected } = comparison;
  if (comparator !== 'equals' && comparator !== 'one_of') return [];
  const listed = [expected].flat() as FactValue[];
  const impossible = listed.filter((value) => !canHave(fact, value));
  // when every listed value is impossible, the rule can never hold
  const code = impossible.length === listed.length ? 'never-holds' : 'impossible-value';
  return impossible.map((value) => [code, impossibleInWords(fact, value)]);
}

/** Whether the fact can have this value, written as text, as far as the catalog says. */
function canHave({ type, values }: FactDefinition, value: FactValue): boolean {
  const text = renderFact(value);
  if (type === 'boolean') return text === 'true' || text === 'false';
  if (type === 'number') return text.trim() !== '' && JSON.stringify(Number(text)) === text;
  return values === undefined || values.includes(text);
}

function impossibleInWords({ name, type, values }: FactDefinition, value: FactValue): Words {
  const allowed = type === 'boolean' ? ['true', 'false'] : values;
  const text = renderFact(value);
  const near = allowed && nearest(text, allowed);
  const help =
    unquoteHint(value, type) ??
    (near ? `did you mean \`${near}\`?` : `use ${allowed ? `one of ${allowed.join(', ')}` : 'a number'}`);
  return { message: `\`${name}\` is never \`${text}\``, help };
}

function lintWaiver(
  waiver: Waiver,
  policy: Policy,
  { ruleIds, renewals }: { readonly ruleIds: ReadonlySet<string>; readonly renewals: Renewals },
  now: Instant,
  warnExpiring: Duration,
): PolicyFinding[] {
  const { rule, expiry, expiresAt } = waiver;
  const of = `the waiver for \`${rule}\` `;
  const left = timeLeft(expiresAt, now);
  const findings: PolicyFinding[] = [];
  if (!ruleIds.has(rule)) {
    findings.push(finding('waiver-unknown-rule', waiver, '', unknownRuleInWords(waiver, policy)));
  }
  if (expiresAt === undefined) {
    findings.push(finding('waiver-unreadable-expiry', waiver, of, unreadableExpiryInWords(expiry)));
  } else if (renewals.isRenewed(waiver, left === undefined ? 0 : warnExpiring)) {
    return findings;
  } else if (left === undefined) {
    findings.push(finding('waiver-expired', waiver, of, expiredInWords(waiver)));
  } else if (left <= warnExpiring) {
    findings.push(finding('waiver-expires-soon', waiver, '', expiringInWords(waiver, left)));
  }
  return findings;
}
