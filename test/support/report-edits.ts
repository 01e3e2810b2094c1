import type * as z from 'zod/mini';
import type { ConformanceReport } from '../../src/artifacts/conformance/report-schema.ts';
import type { Certificate } from '../../src/artifacts/judge-cert/schema.ts';
import type { ModelComparison } from '../../src/artifacts/model-compat/schema.ts';
import type { SecurityReport } from '../../src/artifacts/security/report-schema.ts';
import type { ClassificationReport } from '../../src/exec-policy/classification-schema.ts';
import type { AllReport } from '../../src/features/all/report-schema.ts';
import type { CatalogDiff } from '../../src/features/catalog/diff-schema.ts';
import type { BundleReport, EvidenceVerdict } from '../../src/features/evidence/verify/verdict-schema.ts';
import type { BacktestReport } from '../../src/features/gateway/backtest/backtest-schema.ts';
import type { SuggestionsFile } from '../../src/features/gateway/suggest/suggestions-file.ts';
import type { AgreementReport } from '../../src/features/judge/agreement-schema.ts';
import type { PackageVerdict } from '../../src/features/package/verify-schema.ts';
import type { PolicyReport } from '../../src/features/policy/report-schema.ts';
import type { ProbeComparison } from '../../src/features/probe/comparison-schema.ts';
import type { ProbeReport } from '../../src/features/probe/report-schema.ts';
import type { VerifyReport } from '../../src/features/record/verify-schema.ts';
import type { runResultSchema } from '../../src/features/run/run-result-schema.ts';
import type { ScenarioReport } from '../../src/features/scenario/judge/report-schema.ts';

/** A change by hand, after which a report contradicts itself. */
export interface ReportEdit {
  /** What the report says then, though its parts do not. */
  readonly name: string;
  /** Changes a report; false for one that has nothing to change so. */
  readonly make: (report: never) => boolean;
  /** What the refusal says. */
  readonly says: RegExp;
}

/** @param rows a name, what changes a report, and what the refusal says; undefined is nothing to change */
function edits<T>(
  ...rows: readonly (readonly [name: string, change: (report: T) => object | undefined, says: RegExp])[]
): ReportEdit[] {
  return rows.map(([name, change, says]) => ({
    name,
    says,
    make: (report: T) => change(report) !== undefined,
  }));
}

/** Sets members of a part of a report; undefined without such a part. */
function set<T extends object>(part: T | undefined, members: Partial<T>): T | undefined {
  return part && Object.assign(part, members);
}

type Findings = { findings: { severity: string }[]; counts: Record<string, number> };

const findings = edits<Findings>([
  'no findings are counted, and there are some',
  ({ findings: all, counts }) => {
    const [first] = all;
    return first && set(counts, { [first.severity]: 0 });
  },
  /counts\.\w+: is `0`, but the findings show/,
]);

const suggestions = edits<SuggestionsFile>([
  'a suggestion loosens nothing, though it has such flips',
  ({ suggestions: [first] }) => set(first?.backtest, { flipped: 10_000 }),
  /suggestions\[0\]\.backtest\.flipped: is `10000`, but the flips show/,
]);

/** Changes for each kind of report that comes to an answer, by its `schema_version`. */
export const REPORT_EDITS: Readonly<Record<string, readonly ReportEdit[]>> = {
  'mcptest.dev/run/v1': edits<z.infer<typeof runResultSchema>>(
    [
      'nothing failed, but a test did',
      ({ tests, summary }) =>
        tests.some(({ status }) => status === 'fail' || status === 'error')
          ? set(summary, { failed: 0, passed: tests.length, skipped: 0 })
          : undefined,
      /summary\.failed: is `0`, but the tests show/,
    ],
    [
      'a test with findings passed',
      ({ tests }) =>
        set(
          tests.find(({ findings: found }) => found),
          { status: 'pass' },
        ),
      /status: is "pass", but the test has findings/,
    ],
    [
      'there are no tests, and some passed',
      (report) => set(report, { tests: [] }),
      /tests: shows no tests, so nothing was checked/,
    ],
    [
      'a server broke the protocol, and every test passed',
      (report) => {
        const [server] = report.servers;
        const passed = report.tests.filter(({ status }) => status === 'pass');
        if (!server || passed.length === 0) return undefined;
        server.violations = { count: 1, lines: ['answers twice'] };
        const { length } = passed;
        return set(report, {
          tests: passed,
          summary: { total: length, passed: length, failed: 0, skipped: 0 },
        });
      },
      /servers\[0\]\.violations: fail a run, but none of the tests failed/,
    ],
    [
      'more tools are called than listed',
      ({ coverage }) => set(coverage.tools, { called: 10_000 }),
      /coverage\.tools\.called: is `10000`, but/,
    ],
  ),
  'mcptest.dev/all-report/v1': edits<AllReport>(
    [
      'it passes, but a lane rejected',
      (report) => (report.verdict === 'pass' ? undefined : set(report, { verdict: 'pass' })),
      /verdict: is `"pass"`, but the lanes show `"(fail|unable)"`/,
    ],
    [
      'a lane accepted with exit code 1',
      ({ lanes }) =>
        set(
          lanes.find(({ exit_code }) => exit_code === 1),
          { answer: 'accepted' },
        ),
      /answer: is `"accepted"`, but the exit code and the gate show `"rejected"`/,
    ],
    [
      'it passes without lanes',
      (report) => set(report, { verdict: 'pass', lanes: [] }),
      /verdict: is `"pass"`, but the lanes show `"unable"`/,
    ],
    [
      'a rule judges a lane, but there is no gate',
      ({ lanes }) =>
        lanes.some(({ lane }) => lane === 'policy simulate')
          ? undefined
          : set(lanes[0], { judged_by: ['no-failed-tests'] }),
      /judged_by: is a list of 1, but the exit code and the gate show an empty list/,
    ],
  ),
  'mcptest.dev/security/v1': edits<SecurityReport>(
    [
      'it is accepted, but a finding is as severe as what fails',
      (report) => (report.accepted ? undefined : set(report, { accepted: true })),
      /accepted: is `true`, but the findings show `false`/,
    ],
    [
      'it is accepted, and fails on less',
      (report) =>
        report.accepted && report.findings.length > 0 ? set(report, { fail_on: 'info' }) : undefined,
      /accepted: is `true`, but the findings show `false`/,
    ],
    [
      'a finding is not counted',
      ({ summary }) => (summary.total > 0 ? set(summary, { total: 0 }) : undefined),
      /summary\.total: is `0`, but the findings show/,
    ],
    [
      'findings are suppressed, but by nothing',
      (report) =>
        report.findings.length === 0 || report.suppressions.length > 0
          ? undefined
          : set(report, {
              ...{ suppressed: report.findings, findings: [], accepted: true },
              summary: { critical: 0, high: 0, medium: 0, low: 0, info: 0, total: 0 },
            }),
      /suppressed\[0\]\.rule_id: is suppressed, but no active entry names it/,
    ],
    [
      'findings are accepted into a lock, but none was written',
      (report) =>
        report.findings.length === 0
          ? undefined
          : set(report, {
              ...{ pinned: report.findings, findings: [], accepted: true, pins: undefined },
              summary: { critical: 0, high: 0, medium: 0, low: 0, info: 0, total: 0 },
            }),
      /pinned: has findings that a lock accepts, but this scan wrote none/,
    ],
    [
      'nothing was scanned',
      (report) => set(report, { target: [] }),
      /target: shows no target, so nothing was checked/,
    ],
  ),
  'mcptest.dev/conformance/v1': edits<ConformanceReport>(
    [
      'it is accepted, but a MUST failed',
      (report) => (report.accepted ? undefined : set(report, { accepted: true })),
      /accepted: is `true`, but the checks show `false`/,
    ],
    [
      'all MUSTs passed, but one failed',
      (report) =>
        report.must_passed < report.must_total ? set(report, { must_passed: report.must_total }) : undefined,
      /must_passed: is `\d+`, but the checks show/,
    ],
    [
      'it has the best badge, but failed',
      (report) => (report.badge === 'F' ? set(report, { badge: 'T1', tier: 'Tier 1' }) : undefined),
      /badge: is `"T1"`, but the checks show `"F"`/,
    ],
    [
      'a failed check is expected to pass, and did',
      (report) => {
        const failed = report.checks.find(({ status }) => status === 'fail');
        return failed && set(report, { unexpected_passes: [failed.id] });
      },
      /unexpected_passes: is a list of 1, but the checks show an empty list/,
    ],
    [
      'an era is missing',
      (report) =>
        report.eras.some(({ must_total: total }) => total > 0) ? set(report, { eras: [] }) : undefined,
      /must_total: is `\d+`, but the eras show `0`/,
    ],
  ),
  'mcptest.dev/judge-cert/v1': edits<Certificate>(
    [
      'it is certified, but a check failed',
      (report) => (report.certified ? undefined : set(report, { certified: true })),
      /certified: is `true`, but the checks show `false`/,
    ],
    [
      'a check passed, but its bound is beyond the limit',
      ({ checks }) =>
        set(
          checks.find(({ passed }) => !passed),
          { passed: true },
        ),
      /passed: is `true`, but the metrics and thresholds show `false`/,
    ],
    [
      'a figure of a check is not that of the metrics',
      ({ metrics }) => set(metrics, { ece_upper: 0.99 }),
      /checks\[1\]\.value: is `[\d.]+`, but the metrics and thresholds show `0.99`/,
    ],
    [
      'a bin has rows, and no mean of them',
      ({ calibration }) =>
        set(
          calibration.bins.find(({ rows }) => rows > 0),
          { confidence: undefined },
        ),
      /calibration\.bins\[\d+\]: has \d+ rows, but no mean of them/,
    ],
    [
      'a bin has more rows than there are labels',
      ({ calibration }) => set(calibration.bins[0], { rows: 10_000 }),
      /labels\.rows: is `\d+`, but the bins show/,
    ],
    [
      'its calibration error is beyond the limit, and its bound is not',
      (report) => (report.certified ? set(report.metrics, { ece: 0.99 }) : undefined),
      /certified: is true, but ece 0.99 is above the threshold/,
    ],
    [
      'it holds until before it began',
      (report) => set(report, { valid_until: '2000-01-01T00:00:00Z' }),
      /valid_from: is not before the end of the validity/,
    ],
    [
      'it is certified without checks',
      (report) => set(report, { certified: true, checks: [] }),
      /certified: is `true`, but the checks show `false`/,
    ],
    [
      'it was measured on more items than there are labels',
      ({ metrics }) => set(metrics, { samples: 10_000 }),
      /metrics\.samples: is `10000`, but the labels show/,
    ],
  ),
  'mcptest.dev/judge-agreement/v1': edits<AgreementReport>(
    [
      'all agree, but the matrix does not',
      ({ agreement }) => (agreement.share === 1 ? undefined : set(agreement, { share: 1 })),
      /agreement\.share: is `1`, but the numbers of the matrix show/,
    ],
    [
      'it has more verdicts than the matrix',
      (report) => set(report, { words: [...report.words, 'more'] }),
      /matrix: does not have \d+ rows of \d+ numbers/,
    ],
  ),
  'mcptest.dev/model-compat/v1': edits<ModelComparison>(
    [
      'nothing failed, but a case did',
      ({ summary, entries }) =>
        summary.fail > 0 ? set(summary, { fail: 0, pass: entries.length, drift: 0 }) : undefined,
      /summary\.fail: is `0`, but the cases show/,
    ],
    [
      'a case passes, but its outcome changed',
      ({ entries }) =>
        set(
          entries.find(({ flip }) => flip !== undefined),
          { classification: 'PASS' },
        ),
      /classification: is `"PASS"`, but the runs show/,
    ],
    [
      'no case was compared',
      (report) => set(report, { entries: [], summary: { total: 0, pass: 0, drift: 0, fail: 0 } }),
      /entries: shows no cases, so nothing was checked/,
    ],
    [
      'no case became worse, but some did',
      ({ overall }) => (overall.worse > 0 ? set(overall, { worse: 0 }) : undefined),
      /overall\.worse: is `0`, but the runs show/,
    ],
    [
      'more runs held than were made',
      ({ candidate }) => set(candidate, { held: 10_000 }),
      /candidate\.held: is `10000`, but the runs show/,
    ],
  ),
  'mcptest.dev/policy-report/v1': edits<PolicyReport>(
    [
      'it passes, but a rule fails',
      (report) => (report.verdict === 'pass' ? undefined : set(report, { verdict: 'pass' })),
      /verdict: is `"pass"`, but the rules show `"(fail|warn)"`/,
    ],
    [
      'a rule passes, but its fact is not as it must be',
      ({ rules }) =>
        set(
          rules.find(({ outcome }) => outcome === 'fail'),
          { outcome: 'pass' },
        ),
      /outcome: is `"pass"`, but the facts and waivers show `"fail"`/,
    ],
    [
      'a rule passes with another value than its fact',
      ({ rules }) =>
        set(
          rules.find(({ outcome, actual }) => outcome === 'fail' && actual !== 0),
          { actual: 0 },
        ),
      /actual: is `0`, but the facts and waivers show/,
    ],
    [
      'a rule is waived, but its waiver has expired',
      ({ rules }) =>
        set(
          rules.find(({ outcome }) => outcome === 'expired-waiver'),
          { outcome: 'waived' },
        ),
      /outcome: is `"waived"`, but the facts and waivers show `"expired-waiver"`/,
    ],
    [
      'a rule is waived, but by no waiver',
      (report) =>
        report.rules.some(({ outcome }) => outcome === 'waived') ? set(report, { waivers: [] }) : undefined,
      /outcome: is `"waived"`, but the facts and waivers show/,
    ],
    [
      'a rule compares with what its comparator does not take',
      ({ rules }) =>
        set(
          rules.find(({ outcome, comparator }) => outcome === 'pass' && comparator === 'max'),
          {
            expected: ['all'],
          },
        ),
      /outcome: is `"pass"`, but the facts and waivers show `"unevaluated"`/,
    ],
    [
      'there are no rules',
      (report) =>
        set(report, {
          ...{ verdict: 'pass', rules: [] },
          counts: { pass: 0, fail: 0, warn: 0, waived: 0, 'expired-waiver': 0, unevaluated: 0 },
        }),
      /rules: shows no rules, so nothing was checked/,
    ],
    [
      'it was evaluated at no time',
      (report) => set(report, { evaluated_at: 'never' }),
      /evaluated_at: is not an RFC 3339 time/,
    ],
  ),
  'mcptest.dev/policy-check/v1': findings,
  'mcptest.dev/scenario-check/v1': findings,
  'mcptest.dev/gateway-check/v1': findings,
  'mcptest.dev/scenario-report/v1': edits<ScenarioReport>(
    [
      'it passes, but a scenario failed',
      (report) => (report.passed ? undefined : set(report, { passed: true })),
      /passed: is `true`, but the scenarios show `false`/,
    ],
    [
      'a scenario passes, but an assertion failed',
      ({ scenarios }) =>
        set(
          scenarios.find(({ failed_by: [why] = [], trials }) => why === 'assertions' && !trials),
          {
            ...{ passed: true, failed_by: undefined },
          },
        ),
      /passed: is `true`, but its runs show `false`/,
    ],
    [
      'a scenario passes, but its world is not as it must be',
      ({ scenarios }) =>
        set(
          scenarios.find(({ failed_by: [why] = [], trials }) => why === 'mismatches' && !trials),
          {
            ...{ passed: true, failed_by: undefined },
          },
        ),
      /passed: is `true`, but its runs show `false`/,
    ],
    [
      'an assertion holds, but its value is not as it must be',
      ({ scenarios }) => {
        const failing = scenarios.find(
          ({ failed_by: why = [], trials }) => why.includes('assertions') && !trials,
        );
        return set(
          failing?.assertions?.find(({ passed }) => !passed),
          { passed: true },
        );
      },
      /assertions\[\d+\]\.passed: is `true`, but its matcher and value show `false`/,
    ],
    [
      'a call was forbidden, and nothing was violated',
      ({ scenarios }) => {
        const failing = scenarios.find(({ trajectory }) =>
          trajectory?.steps.some(({ kind }) => kind === 'forbidden'),
        );
        return set(failing, { violations: [] });
      },
      /trajectory: shows a forbidden call, but `violations` has none/,
    ],
    [
      'a scenario passes, but it was never judged',
      ({ scenarios }) =>
        set(
          scenarios.find(({ failed_by: [why] = [] }) => why === 'error'),
          {
            ...{ passed: true, failed_by: undefined },
          },
        ),
      /passed: is `true`, but its runs show `false`/,
    ],
    [
      'a scenario passes that shows no run',
      ({ scenarios }) =>
        set(
          scenarios.find(({ passed, trials }) => passed && !trials),
          { report: undefined },
        ),
      /scenarios\[\d+\]: shows no run, so nothing was checked/,
    ],
    [
      'a scenario passes, but one of its runs failed',
      ({ scenarios }) =>
        set(scenarios.find(({ trials, passed }) => trials && !passed)?.trials, { passed: 10_000 }),
      /trials\.passed: is `10000`, but its runs show/,
    ],
    [
      'a run passes, but an assertion failed',
      ({ scenarios }) => {
        const runs = scenarios.flatMap(({ trials }) => trials?.runs ?? []);
        return set(
          runs.find((run) => !run.passed && 'report' in run),
          {
            ...{ passed: true as false, failed_by: undefined },
          },
        );
      },
      /passed: is `true`, but what it found show `false`/,
    ],
    [
      'a run has no violations, but some are listed',
      ({ scenarios }) =>
        set(scenarios.find(({ violations = [] }) => violations.length > 0)?.report, {
          ...{ invalid_actions: 0, forbidden_transitions: 0 },
        }),
      /report\.(invalid_actions|forbidden_transitions): is `0`, but/,
    ],
    [
      'there are no scenarios',
      (report) =>
        set(report, {
          ...{ passed: true, scenarios: [], counts: { total: 0, passed: 0, failed: 0, error: 0 } },
        }),
      /scenarios: shows no scenarios, so nothing was checked/,
    ],
  ),
  'mcptest.dev/backtest/v1': edits<BacktestReport>(
    [
      'nothing is loosened, but there are such flips',
      (report) => (report.loosening > 0 ? set(report, { loosening: 0 }) : undefined),
      /loosening: is `0`, but the flips show/,
    ],
    [
      'the gate passes, but has reasons not to',
      ({ gate }) => (gate && !gate.passed ? set(gate, { passed: true }) : undefined),
      /gate\.passed: is `true`, but its reasons show `false`/,
    ],
    [
      'the records do not add up',
      (report) => set(report, { total: report.total + 1 }),
      /total: is `\d+`, but the counts in byTool show/,
    ],
    [
      'a tool is left out',
      (report) =>
        report.byTool.entries.some(({ loosening }) => loosening > 0)
          ? set(report.byTool, { entries: [], other: null })
          : undefined,
      /loosening: is `\d+`, but the counts in byTool show `0`/,
    ],
    [
      'records are shown that were not counted',
      (report) => {
        const [sample] = report.samples;
        return sample && set(report.flips, { [sample.flip]: 0 });
      },
      /flips\[.*\]: is `0`, but the records show/,
    ],
    [
      'nothing is unknown, but records lack attributes',
      (report) =>
        report.unknown > 0
          ? set(report, { unknown: 0, unchanged: report.unchanged + report.unknown })
          : undefined,
      /unknown: is `0`, but the records show/,
    ],
    [
      'nothing drifts, but decisions differ from the log',
      ({ drift }) => (drift.total > 0 ? set(drift, { total: 0 }) : undefined),
      /drift\.total: is `0`, but its flips show/,
    ],
  ),
  'mcptest.dev/gateway-suggest/v1': suggestions,
  'mcptest.dev/suggestions/v1': suggestions,
  'mcptest.dev/evidence-verdict/v1': edits<EvidenceVerdict>(
    [
      'it is accepted, but there are reasons to reject it',
      (report) => (report.accepted ? undefined : set(report, { accepted: true })),
      /accepted: is `true`, but the reasons and checks show `false`/,
    ],
    [
      'a check passed, but there is a reason of it',
      ({ checks }) => (checks.consistency === 'failed' ? set(checks, { consistency: 'passed' }) : undefined),
      /checks\.consistency: is `"passed"`, but the reasons and checks show `"failed"`/,
    ],
    [
      'it is attested, but not accepted',
      (report) => (report.accepted ? undefined : set(report, { attested: true })),
      /attested: is `true`, but the reasons and checks show `false`/,
    ],
    [
      'a signature is verified that was not checked',
      ({ signature }) => (signature.verified ? undefined : set(signature, { verified: true })),
      /signature\.verified: is `true`, but the checks show `false`/,
    ],
    [
      'a verified signature names no signer',
      (report) =>
        report.signature.verified
          ? set(report.signature, { identity: undefined, key: undefined })
          : undefined,
      /signature: is verified, but names neither a signer nor a key/,
    ],
    [
      'an age was asked for, and not checked',
      (report) =>
        report.accepted && report.asked?.max_age !== undefined
          ? set(report.checks, { freshness: 'not-checked' })
          : undefined,
      /checks\.freshness: is "not-checked", but `asked` names an age/,
    ],
  ),
  'mcptest.dev/bundle-verdict/v1': edits<BundleReport>(
    [
      'it is verified, but there are reasons to reject it',
      (report) => (report.verified ? undefined : set(report, { verified: true })),
      /verified: is `true`, but the reasons show `false`/,
    ],
    [
      'it is verified, and names no signer',
      (report) =>
        report.verified ? set(report.signature, { identity: undefined, key: undefined }) : undefined,
      /signature: is verified, but names neither a signer nor a key/,
    ],
  ),
  'mcptest.dev/probe-report/v1': edits<ProbeReport>(
    [
      'no fault was found, but a tool has one',
      ({ tools }) =>
        set(
          tools.find(({ outcome }) => outcome === 'ok'),
          { outcome: 'protocol-error' },
        ),
      /conclusion: is `"no-faults"`, but the tools show `"faults"`/,
    ],
    [
      'it has faults, and is accepted',
      (report) => (report.dry_run ? undefined : set(report, { conclusion: 'faults', accepted: true })),
      /accepted: is `true`, but its conclusions show `false`/,
    ],
    [
      'nothing answered, but a tool did',
      ({ counts }) => (counts.ok > 0 ? set(counts, { ok: 0 }) : undefined),
      /counts\.ok: is `0`, but the tools show/,
    ],
    [
      'a tool answered that was not called',
      ({ tools }) =>
        set(
          tools.find(({ outcome }) => outcome === 'skipped'),
          { outcome: 'ok', reason: null },
        ),
      /outcome: is "ok", but the tool has 0 calls/,
    ],
    [
      'a tool is only planned, though it was called',
      (report) =>
        report.dry_run
          ? undefined
          : set(
              report.tools.find(({ calls }) => calls > 0),
              { outcome: 'planned' },
            ),
      /outcome: is "planned", but the tool has \d calls/,
    ],
    [
      'a tool is fine, but answered otherwise the second time',
      ({ tools }) =>
        set(
          tools.find(({ outcome }) => outcome === 'ok'),
          { stability: 'different' },
        ),
      /outcome: is `"ok"`, but its calls show `"unstable"`/,
    ],
  ),
  'mcptest.dev/probe-comparison/v1': edits<ProbeComparison>(
    [
      'it is accepted, but the protocols differ',
      (report) => (report.accepted ? undefined : set(report, { accepted: true })),
      /accepted: is `true`, but the probes and differences show `false`/,
    ],
    [
      'nothing was compared',
      (report) => set(report, { accepted: true, differences: [], reports: [] }),
      /reports: shows 0 probes, and compares two/,
    ],
    [
      'a tool is listed in one protocol only, and nothing differs',
      (report) =>
        set(report, {
          differences: [],
          reports: report.reports.map((each, index) => (index === 0 ? each : { ...each, tools: [] })),
        }),
      /differences: lacks `\w+`: is listed in .*, and not in/,
    ],
  ),
  'mcptest.dev/tape-verify/v1': edits<VerifyReport>(
    [
      'it is accepted, but an answer differs',
      (report) => (report.accepted ? undefined : set(report, { accepted: true })),
      /accepted: is `true`, but the requests show `false`/,
    ],
    [
      'nothing differs, but an answer does',
      ({ counts }) => (counts.differs > 0 ? set(counts, { differs: 0, same: 1 }) : undefined),
      /counts\.differs: is `0`, but the requests show/,
    ],
    [
      'an answer is the same, but has differences',
      ({ requests }) =>
        set(
          requests.find(({ outcome }) => outcome === 'differs'),
          { outcome: 'same' },
        ),
      /outcome: is `"same"`, but the requests show `"differs"`/,
    ],
  ),
  'mcptest.dev/catalog-diff/v1': [
    ...findings,
    ...edits<CatalogDiff>([
      'it is accepted, but has a change that rejects',
      (report) => (report.findings.length > 0 ? set(report, { fail_on: 'any', accepted: true }) : undefined),
      /accepted: is `true`, but the findings show `false`/,
    ]),
  ],
  'mcptest.dev/package-verdict/v1': edits<PackageVerdict>(
    [
      'it is accepted, but a file changed',
      (report) => set(report, { accepted: true }),
      /accepted: is `true`, but the problems show `false`/,
    ],
    [
      'it has no files',
      (report) => set(report, { files: 0 }),
      /files: shows no files, so nothing was checked/,
    ],
  ),
  'mcptest.dev/tool-classes/v1': edits<ClassificationReport>(
    [
      'no tool destroys, but one does',
      ({ counts }) => (counts.Destructive > 0 ? set(counts, { Destructive: 0 }) : undefined),
      /counts\.Destructive: is `0`, but the classes show/,
    ],
    [
      'a tool that destroys may run',
      (report) =>
        report.execute_destructive
          ? undefined
          : set(report.tools.find((tool) => tool.class === 'Destructive')?.decision, { kind: 'Execute' }),
      /decision\.kind: is `"Execute"`, but the classes show/,
    ],
  ),
};

/** Whether a report says yes, by its `schema_version`. */
export const POSITIVE: Readonly<Record<string, (report: never) => boolean>> = {
  'mcptest.dev/run/v1': ({ summary }: z.infer<typeof runResultSchema>) =>
    summary.failed === 0 && summary.passed > 0,
  'mcptest.dev/all-report/v1': ({ verdict }: AllReport) => verdict === 'pass',
  'mcptest.dev/security/v1': ({ accepted }: SecurityReport) => accepted,
  'mcptest.dev/conformance/v1': ({ accepted }: ConformanceReport) => accepted,
  'mcptest.dev/judge-cert/v1': ({ certified }: Certificate) => certified,
  'mcptest.dev/model-compat/v1': ({ summary }: ModelComparison) => summary.fail === 0,
  'mcptest.dev/policy-report/v1': ({ verdict }: PolicyReport) => verdict === 'pass',
  'mcptest.dev/scenario-report/v1': ({ passed }: ScenarioReport) => passed,
  'mcptest.dev/backtest/v1': ({ gate, loosening }: BacktestReport) => gate?.passed ?? loosening === 0,
  'mcptest.dev/evidence-verdict/v1': ({ accepted }: EvidenceVerdict) => accepted,
  'mcptest.dev/bundle-verdict/v1': ({ verified }: BundleReport) => verified,
  'mcptest.dev/probe-comparison/v1': ({ accepted }: ProbeComparison) => accepted,
  'mcptest.dev/tape-verify/v1': ({ accepted }: VerifyReport) => accepted,
  'mcptest.dev/catalog-diff/v1': ({ accepted }: CatalogDiff) => accepted,
  'mcptest.dev/package-verdict/v1': ({ accepted }: PackageVerdict) => accepted,
};
