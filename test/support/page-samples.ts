import type { ConformanceCheck, ConformanceReport } from '../../src/artifacts/conformance/report-schema.ts';
import type { SecurityReport } from '../../src/artifacts/security/report-schema.ts';
import type { AllReport, LaneName } from '../../src/features/all/report-schema.ts';
import type { ModelComparison } from '../../src/features/compat/compare.ts';
import { DIMENSIONS } from '../../src/features/compat/dimensions.ts';
import type { EvidenceVerdict } from '../../src/features/evidence/verify/verdict-schema.ts';
import type { Certificate } from '../../src/features/judge/certify.ts';
import { toRunResult } from '../../src/features/run/to-run-result.ts';
import { formatIndexHtml } from '../../src/report/all/index-html.ts';
import { formatComparisonHtml } from '../../src/report/compat/comparison-html.ts';
import { formatHtml as formatConformance } from '../../src/report/conformance/html.ts';
import { formatVerdictHtml } from '../../src/report/evidence/verify-html.ts';
import { formatBacktestHtml } from '../../src/report/gateway/backtest-html.ts';
import { formatCertificateHtml } from '../../src/report/judge/certificate-html.ts';
import { formatHtml as formatPolicy } from '../../src/report/policy/html.ts';
import { formatHtml as formatProbe } from '../../src/report/probe/html.ts';
import { formatHtml as formatRun } from '../../src/report/run/html.ts';
import { formatHtml as formatSecurity } from '../../src/report/scan/html.ts';
import { formatHtml as formatScenarios } from '../../src/report/scenario/html.ts';
import { backtestOf, probeReportOf, scenarioReportOf } from './page-templates.ts';
import { FRAME, made, ranSuite } from './run-results.ts';
import { reportOf, rule } from './sample-report.ts';

/** What a sample of a page is made of. */
export interface SampleOf {
  /** Stands wherever the page shows text that somebody else wrote. */
  readonly text: string;
  /** How many items the page has, if the kind of report leaves that open; at least 6. */
  readonly items: number;
}

/**
 * Every HTML report, made so that every part of the page appears. To add one, add a row: the tests of the pages, in
 * Chromium too, follow. The last item is called `last`, see {@link lastPart}.
 */
export const PAGES: Readonly<Record<string, (of: SampleOf) => string>> = {
  all: (of) => formatIndexHtml(allOf(of)),
  run: (of) => formatRun(toRunResult([ranOf(of)], FRAME)),
  security: (of) => formatSecurity(securityOf(of)),
  'conformance run': (of) => formatConformance(conformanceOf(of)),
  'judge certify': ({ text }) => formatCertificateHtml(certificateOf(text)),
  'model-compat diff': (of) => formatComparisonHtml(comparisonOf(of)),
  'evidence verify': ({ text }) => formatVerdictHtml(verdictOf(text)),
  'policy simulate': (of) => formatPolicy(policyOf(of)),
  probe: (of) => formatProbe(probeReportOf(of.text, names(of))),
  'scenario run': (of) => formatScenarios(scenarioReportOf(of.text, names(of))),
  'gateway backtest': (of) => formatBacktestHtml(backtestOf(of.text, names(of))),
};

/** Returns the name of the part that shows the last item. A page of parts of several kinds has the kind in it. */
export function lastPart(page: string): string {
  return page === 'gateway backtest' ? 'tool-last' : 'last';
}

/** Returns texts for so many items; the last is `last`. */
function names({ text, items }: SampleOf): string[] {
  return Array.from({ length: items }, (_, index) => (index === items - 1 ? 'last' : `${text} ${index}`));
}

function allOf(of: SampleOf): AllReport {
  const { text } = of;
  const lane = { exit_code: 0, says: text, reasons: [], more_reasons: 0, judged_by: [], files: ['run.html'] };
  const refused = { ...lane, reasons: [{ message: text, help: text }, { message: text }], more_reasons: 2 };
  const [unable = '', rejected = '', judged = '', ...accepted] = names(of).map((name) => name as LaneName);
  return {
    schema_version: 'mcptest.dev/all-report/v1',
    ...{ verdict: 'unable', suite: text, policy: text, folder: text },
    lanes: [
      { ...refused, lane: unable as LaneName, input: text, answer: 'could-not-run' },
      { ...refused, lane: rejected as LaneName, answer: 'rejected' },
      { ...refused, lane: judged as LaneName, answer: 'rejected', judged_by: [text] },
      ...accepted.map((name) => ({ ...lane, lane: name, answer: 'accepted' as const })),
    ],
  };
}

function ranOf(of: SampleOf) {
  const [first = '', second = '', third = '', ...others] = names(of);
  const finding = { code: 'text', message: of.text };
  const ran = ranSuite([
    { name: first, status: 'failed', findings: [finding], calls: [made(of.text), made('t', 'tool_error')] },
    { name: second, status: 'skipped', reason: of.text },
    { name: third, status: 'passed', flaky: true },
    ...others.map((name) => ({ name, status: 'passed' as const })),
  ]);
  return { ...ran, notes: [of.text] };
}

function securityOf(of: SampleOf): SecurityReport {
  const { text } = of;
  const finding = {
    ...{ rule_id: 'hidden-text', family: 'text', server: text, tool: text, message: text, evidence: text },
    ...{ why: text, fix: text, fingerprint: 'f', false_alarms: { found: 0, of: 453 } },
    location: { file: text, line: 1, column: 2, pointer: text },
  };
  const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
  const findings = names(of).map((message, index) => ({
    ...finding,
    message,
    rule_id: message,
    // the name of a part has the tool in it
    ...(message === 'last' ? { tool: undefined, server: undefined } : {}),
    severity: severities[Math.min(index, 4)] ?? ('info' as const),
  }));
  return {
    schema_version: 'mcptest.dev/security/v1',
    target: [{ kind: 'catalog', name: text, file: text, tools: 1 }],
    ...{ fail_on: 'high', accepted: false, findings },
    known: [{ ...finding, severity: 'high' }],
    suppressed: [{ ...finding, severity: 'low', location: { pointer: text } }],
    pinned: [],
    pins: { file: text, compared: 1, written: false },
    suppressions: [
      {
        ...{ file: text, line: 3, rule_id: text, reason: text, owner: text },
        ...{ expires: '2026-07-01T00:00:00Z', status: 'active' },
      },
    ],
    notes: [text],
    summary: { critical: 1, high: 1, medium: 1, low: 1, info: of.items - 4, total: of.items },
  };
}

function conformanceOf(of: SampleOf): ConformanceReport {
  const { text } = of;
  const check = { id: text, level: 'MUST', era: 'legacy', transport: 'stdio', sentence: text } as const;
  const page = 'https://modelcontextprotocol.io/specification';
  const checks: ConformanceCheck[] = [
    { ...check, status: 'fail', message: text, page },
    { ...check, status: 'fail', era: 'modern', page: `javascript:${text}` },
    { ...check, status: 'fail', level: 'SHOULD', page },
    { ...check, status: 'skip', reason: 'needs-fixture', page },
    { ...check, status: 'skip', reason: 'not-verified', page },
    { ...check, status: 'skip', reason: 'not-declared', page },
    ...names(of).map((id): ConformanceCheck => ({ ...check, id, status: 'pass', page })),
  ];
  const counts = { must_passed: of.items, must_total: of.items + 2, should_passed: 0, should_total: 1 };
  return {
    schema_version: 'mcptest.dev/conformance/v1',
    ...{ server: text, server_name: text, spec_version: text, badge: 'F', tier: 'Fail', accepted: false },
    ...counts,
    ...{ must_applicable: of.items + 4, min_verified: 60 },
    eras: [
      { era: 'legacy', transport: 'stdio', version: text, ...counts, must_applicable: of.items + 4 },
      {
        ...{ era: 'modern', transport: 'stdio', must_applicable: 0 },
        ...{ must_passed: 0, must_total: 0, should_passed: 0, should_total: 0 },
      },
    ],
    ...{ expected: [text], unexpected_passes: [text] },
    checks,
  };
}

function certificateOf(text: string): Certificate {
  const check = { value: 0.2, limit: 0.1, compare: 'at_most' } as const;
  return {
    schema_version: 'mcptest.dev/judge-cert/v1',
    judge: { model: text },
    certified: false,
    checks: [
      { ...check, id: 'samples', passed: true, compare: 'at_least' },
      { ...check, id: 'ece', passed: false },
    ],
    metrics: {
      ece: 0.01,
      ece_upper: 0.2,
      brier: 0.1,
      brier_upper: 0.2,
      brier_skill: 0.1,
      noise_floor: 0.02,
      accuracy: 0.8,
      accuracy_lower: 0.7,
      samples: 10,
    },
    thresholds: { confidence: 0.95 },
    calibration: {
      ...{ binning: 'width', convention: 'the mean of each bin', resamples: 2000 },
      bins: [
        { lo: 0, hi: 0.5, rows: 10, confidence: 0.4, accuracy: 0.5 },
        { lo: 0.5, hi: 1, rows: 0 },
      ],
    },
    labels: { rows: 10, sha256: 'a'.repeat(64) },
    ...{ valid_from: '2026-01-01T00:00:00Z', valid_until: '2026-02-01T00:00:00Z' },
    more_labels_cannot_help: ['ece'],
  } as never;
}

function comparisonOf(of: SampleOf): ModelComparison {
  const { text } = of;
  const side = { model: text, held: 1, trials: 2, median_tokens: 10 };
  const entry = { baseline: { held: 2, trials: 2 }, candidate: { held: 1, trials: 2 }, p_adjusted: 0.01 };
  const [first, second, ...others] = names(of);
  const differences = {
    pairs: 2,
    differing: Object.fromEntries(Object.keys(DIMENSIONS).map((name) => [name, 1])),
  };
  return {
    schema_version: 'mcptest.dev/model-compat/v1',
    baseline: side,
    candidate: side,
    summary: { total: of.items, pass: of.items - 2, drift: 1, fail: 1 },
    entries: [
      {
        ...{ ...entry, id: first, classification: 'FAIL', flip: 'worse', decided_by: 'case', detail: text },
        ...{ dimensions: ['outcome'], read: { baseline: text, candidate: text } },
      },
      { ...entry, id: second, classification: 'DRIFT', dimensions: ['order'], more_trials: 3 },
      ...others.map((id) => ({ ...entry, id, classification: 'PASS' })),
    ],
    ...{ verdicts: 'errors', alpha: 0.05 },
    overall: {
      ...{ worse: 1, better: 0, undecided: 0, p_value: 1, significantly_worse: false },
      ...{ rate_difference: -0.1, rate_difference_lower: -0.3, rate_difference_upper: 0.1 },
    },
    noise: { measured_by: 'trials', ...differences },
    differences,
  } as never;
}

function verdictOf(text: string): EvidenceVerdict {
  return {
    schema_version: 'mcptest.dev/evidence-verdict/v1',
    ...{ accepted: false, attested: false },
    reasons: [{ code: 'stale', message: text }],
    checks: { consistency: 'passed', freshness: 'failed', ancestry: 'not-checked', signature: 'verified' },
    signature: {
      ...{ present: true, verified: true, identity: text, issuer: text, signed_at: text },
      trusted_root: { source: text, sha256: 'b'.repeat(64), date: '2026-01-01' },
    },
    artifact: { path: text, sha256: 'a'.repeat(64) },
    verified_at: '2026-06-01T00:00:00Z',
    asked: { max_age: text, run_report: text },
  };
}

function policyOf(of: SampleOf) {
  const { text } = of;
  const [first = '', second = '', third = '', fourth = '', ...others] = names(of);
  const waiver = { owner: text, reason: text, expiry: '2026-06-03T00:00:00Z', issue: text };
  const source = { artifact: 'run-report', path: text } as const;
  const report = reportOf(
    [
      rule({ id: first, outcome: 'fail', description: text, expected: text, comparator: 'equals', source }),
      rule({ id: second, outcome: 'unevaluated', fact: text, actual: null, reason: text, source: null }),
      rule({ id: third, outcome: 'warn' }),
      rule({ id: fourth, outcome: 'waived', waiver }),
      ...others.map((id) => rule({ id })),
    ],
    [{ rule: text, ...waiver, status: 'active' }],
  );
  return {
    ...report,
    policy: { path: text, version: text },
    facts: [{ name: text, value: text, ...source }],
    sources: [{ ...source, format: text, flaky: 1, notes: [text] }],
    warn_expiring_ms: 14 * 86_400_000,
  };
}
