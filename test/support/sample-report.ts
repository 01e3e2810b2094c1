import type { PolicyReport, RuleReport } from '../../src/features/policy/report-schema.ts';
import { OUTCOME_NAMES } from '../../src/rules/outcomes.ts';

/** Text with everything that could control a terminal, end a string of a format, or begin a new construct in it. */
export const HOSTILE =
  '\u001b[31mred\u0007 \u202egnp\u2066 ]]> </testcase>\r\n::error::boo\n##[error]x | a\\|b `` ` <img src=x> & "q" \'q\' @everyone [link](http://evil.example) {0} %0A %25 \u0000 \ufffe \ud800 \u009b2J #1 ,:';

const waiver = {
  owner: 'platform-team',
  reason: 'A known SHOULD gap.',
  expiry: '2026-06-11T00:00:00Z',
  issue: 'GH-1234',
};

const staleWaiver = { owner: 'qa', reason: 'Flaky.', expiry: '2026-05-01T00:00:00Z' };

const RULES: readonly RuleReport[] = [
  rule({ id: 'no-failed-tests', outcome: 'pass', reason: 'found 0, expected at most 0', line: 3 }),
  rule({
    id: 'no-skipped-tests',
    description: 'Nothing is skipped.',
    fact: 'run.skipped',
    actual: 3,
    outcome: 'fail',
    reason: 'found 3, expected at most 0',
    line: 6,
  }),
  rule({
    id: 'few-findings',
    fact: 'security.total_findings',
    actual: 2,
    outcome: 'warn',
    severity: 'warn',
    reason: 'found 2, expected at most 0',
    line: 10,
    source: { artifact: 'security', path: 'security.json' },
  }),
  rule({
    id: 'conformance-tier',
    fact: 'conformance.badge',
    comparator: 'one_of',
    expected: ['T1', 'T2'],
    actual: 'T3',
    outcome: 'waived',
    reason:
      'found T3, expected one of T1, T2; waived until 2026-06-11T00:00:00Z by platform-team: A known SHOULD gap. (GH-1234)',
    line: 15,
    source: { artifact: 'conformance-report', path: 'conformance.json' },
    waiver,
  }),
  rule({
    id: 'judge-certified',
    fact: 'judge.certified',
    comparator: 'equals',
    expected: true,
    actual: false,
    outcome: 'expired-waiver',
    severity: 'warn',
    reason: 'found false, expected true; the waiver of qa expired on 2026-05-01T00:00:00Z',
    line: 19,
    source: { artifact: 'judge-cert', path: 'cert.json' },
    waiver: staleWaiver,
  }),
  rule({
    id: 'reproducible',
    fact: 'evidence.reproducible',
    comparator: 'equals',
    expected: true,
    actual: null,
    outcome: 'unevaluated',
    reason: 'the fact is absent: --evidence was not given, or the evidence artifact does not carry it',
    line: 24,
    source: null,
  }),
];

/** A report with every outcome and every status of a waiver once. */
export function sampleReport(): PolicyReport {
  return reportOf(RULES, [
    { rule: 'conformance-tier', ...waiver, status: 'active' },
    { rule: 'judge-certified', ...staleWaiver, status: 'expired' },
    { rule: 'no-failed-tests', owner: 'qa', reason: 'Not needed.', expiry: '2027-01-01', status: 'unused' },
    { rule: 'no-such-rule', ...waiver, status: 'unknown-rule' },
  ]);
}

/** The same report with hostile text wherever a file can contain it. */
export function hostileReport(): PolicyReport {
  const hostile = { owner: HOSTILE, reason: HOSTILE, expiry: HOSTILE, issue: HOSTILE };
  const { waivers } = sampleReport();
  const rules = RULES.map((each, index) => ({
    ...each,
    id: `${index} ${HOSTILE}`,
    description: HOSTILE,
    fact: HOSTILE,
    comparator: 'equals' as const,
    expected: HOSTILE,
    actual: each.actual === null ? null : HOSTILE,
    reason: HOSTILE,
    source: each.source && { ...each.source, path: HOSTILE },
    waiver: each.waiver && hostile,
  }));
  const report = reportOf(
    rules,
    waivers.map(({ status }) => ({ rule: HOSTILE, ...hostile, status })),
  );
  return { ...report, policy: { path: HOSTILE, version: HOSTILE } };
}

/** A report of these rules; its verdict and counts follow from them. */
export function reportOf(rules: readonly RuleReport[], waivers: PolicyReport['waivers'] = []): PolicyReport {
  const count = (wanted: string) => rules.filter(({ outcome }) => outcome === wanted).length;
  const failing = count('fail') + count('expired-waiver') + count('unevaluated');
  return {
    schema_version: 'mcptest.dev/policy-report/v1',
    verdict: failing > 0 ? 'fail' : count('warn') > 0 ? 'warn' : 'pass',
    policy: { path: 'policy.yml', version: '1.0' },
    evaluated_at: '2026-06-01T00:00:00Z',
    rules: [...rules],
    waivers,
    counts: Object.fromEntries(OUTCOME_NAMES.map((name) => [name, count(name)])) as PolicyReport['counts'],
    facts: [],
  };
}

/** A rule with only the given fields. */
export function rule(given: Partial<RuleReport> = {}): RuleReport {
  return {
    id: 'no-failed-tests',
    fact: 'run.failed',
    comparator: 'max',
    expected: 0,
    actual: 0,
    outcome: 'pass',
    severity: 'fail',
    reason: 'found 0, expected at most 0',
    line: 1,
    source: { artifact: 'run-report', path: 'run.json' },
    waiver: null,
    ...given,
  };
}
