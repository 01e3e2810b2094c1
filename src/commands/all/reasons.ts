import type { ConformanceReport } from '../../artifacts/conformance/report-schema.ts';
import type { Certificate } from '../../artifacts/judge-cert/schema.ts';
import type { ModelComparison } from '../../artifacts/model-compat/schema.ts';
import { SCAN_SEVERITIES, type ScanSeverity } from '../../artifacts/security/model.ts';
import type { SecurityReport } from '../../artifacts/security/report-schema.ts';
import type { LaneName, LaneReport } from '../../features/all/report-schema.ts';
import { REASONS as EVIDENCE_REASONS } from '../../features/evidence/verify/reasons.ts';
import type { EvidenceVerdict } from '../../features/evidence/verify/verdict-schema.ts';
import type { PolicyReport } from '../../features/policy/report-schema.ts';
import type { RunResult } from '../../features/run/run-result.ts';
import type { ScenarioReport } from '../../features/scenario/judge/report-schema.ts';
import { figure } from '../../report/judge/numbers.ts';
import { own, present } from '../../values/own-property.ts';

type Reason = LaneReport['reasons'][number];

/** The reports of the lanes, as their commands write them in JSON. */
interface Reports {
  readonly run: RunResult;
  readonly security: SecurityReport;
  readonly 'conformance run': ConformanceReport;
  readonly 'judge certify': Certificate;
  readonly 'model-compat diff': ModelComparison;
  readonly 'scenario run': ScenarioReport;
  readonly evidence: unknown;
  readonly 'evidence verify': EvidenceVerdict;
  readonly 'policy simulate': PolicyReport;
}

/** How the evidence of `mcptest all` is signed. */
const SIGN =
  'pass --sign-key FILE to `mcptest all`, or name the private key with `sign_key` below `evidence`; without `key` there, no signature is required';

/** Where each report says why its lane did not accept. */
const REASONS: { readonly [L in LaneName]: (report: Reports[L]) => Reason[] } = {
  run: ({ tests }) =>
    tests
      .filter(({ status }) => status === 'fail' || status === 'error')
      .map(({ name, message = 'did not pass' }) => ({ message: `${name}: ${message}` })),
  security: ({ findings, fail_on }) => {
    const rank = (severity: ScanSeverity) => SCAN_SEVERITIES.indexOf(severity);
    return findings
      .filter(({ severity }) => rank(severity) <= rank(fail_on))
      .map(({ severity, tool, message, fix }) => ({
        message: `${severity}: ${tool === undefined ? '' : `tool \`${tool}\`: `}${message}`,
        help: fix,
      }));
  },
  'conformance run': ({ checks, unexpected_passes: passed, withheld }) => [
    ...checks
      .filter(({ status, level }) => status === 'fail' && level === 'MUST')
      .map(({ id, era, message = 'failed', sentence }) => ({
        message: `${id} (${era}): ${message}`,
        help: `MCP says: ${sentence}`,
      })),
    ...passed.map((id) => ({ message: `${id} was expected to fail, and did not` })),
    ...(withheld === undefined ? [] : [{ message: withheld }]),
  ],
  'judge certify': ({ checks }) =>
    checks
      .filter(({ passed }) => !passed)
      .map(({ id, value, limit, compare }) => ({
        message: `${id} is ${figure(value)}, and must be ${compare.replace('_', ' ')} ${figure(limit)}`,
      })),
  'model-compat diff': ({ entries }) =>
    entries
      .filter(({ classification }) => classification !== 'PASS')
      .map(({ id, classification, detail = '' }) => ({ message: `${classification} ${id}: ${detail}` })),
  'scenario run': ({ scenarios }) =>
    scenarios
      .filter(({ passed }) => !passed)
      .map(({ name, failed_by = [], error }) => ({
        message: `${name}: ${error ?? failed_by.join(', ').replaceAll('_', ' ')}`,
      })),
  evidence: () => [],
  'evidence verify': ({ reasons }) =>
    reasons.map(({ code, message }) =>
      present({ message, help: code === 'signature-missing' ? SIGN : own(EVIDENCE_REASONS, code)?.help }),
    ),
  'policy simulate': ({ rules }) =>
    rules
      .filter(({ outcome }) => ['fail', 'expired-waiver', 'unevaluated'].includes(outcome))
      .map(({ id, fact, reason }) => ({ message: `rule \`${id}\` on ${fact}: ${reason}` })),
};

/** Returns why a lane did not accept, from the report that its command wrote as JSON. */
export function reasonsIn<L extends LaneName>(lane: L, json: string): Reason[] {
  // written by this program a moment ago
  return REASONS[lane](JSON.parse(json) as Reports[L]);
}

/** Returns what to add so that a lane that accepted shows more; undefined if there is nothing. */
export function hintIn(lane: LaneName, json: string): string | undefined {
  if (lane !== 'evidence verify') return undefined;
  // written by this program a moment ago
  const { signature } = JSON.parse(json) as EvidenceVerdict;
  if (!signature.present || signature.verified) return undefined;
  return 'the signature is not verified: name the public key with `key` below `evidence`';
}
