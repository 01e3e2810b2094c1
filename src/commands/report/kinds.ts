import { ALL_FORMATS } from '../../report/all/formats.ts';
import { DIFF_FORMATS } from '../../report/catalog/formats.ts';
import { COMPAT_FORMATS } from '../../report/compat/formats.ts';
import { CONFORMANCE_FORMATS } from '../../report/conformance/formats.ts';
import { BUNDLE_FORMATS, VERDICT_FORMATS } from '../../report/evidence/formats.ts';
import { CLASSIFICATION_FORMATS } from '../../report/exec-policy/formats.ts';
import {
  APPROVALS_FORMATS,
  BACKTEST_FORMATS,
  RULE_LIST_FORMATS,
  CHECK_FORMATS as RULE_SET_CHECK_FORMATS,
  SUGGEST_FORMATS,
  SUGGESTIONS_FORMATS,
} from '../../report/gateway/formats.ts';
import { AGREEMENT_FORMATS, CERTIFY_FORMATS, CORRECTION_FORMATS } from '../../report/judge/formats.ts';
import { PACKAGE_VERDICT_FORMATS } from '../../report/package/formats.ts';
import {
  CATALOG_FORMATS,
  CHECK_FORMATS,
  FACTS_FORMATS,
  POLICY_FORMATS,
} from '../../report/policy/formats.ts';
import { COMPARISON_FORMATS, PROBE_FORMATS } from '../../report/probe/formats.ts';
import { VERIFY_FORMATS } from '../../report/record/formats.ts';
import { RUN_FORMATS } from '../../report/run/formats.ts';
import { RULE_LIST_FORMATS as SCAN_RULE_FORMATS, SECURITY_FORMATS } from '../../report/scan/formats.ts';
import { SCENARIO_FORMATS, CHECK_FORMATS as SUITE_CHECK_FORMATS } from '../../report/scenario/formats.ts';

import { NO_VERDICT, ofFindings, type ReportKind, reportKind } from './report-kind.ts';

/** Every report of a command, by its `schema_version`. */
export const REPORT_KINDS: Readonly<Record<string, ReportKind>> = {
  'mcptest.dev/run/v1': reportKind(
    'run',
    RUN_FORMATS,
    async () => (await import('../../features/run/run-result-schema.ts')).runResultSchema,
    async () => (await import('../../features/run/run-contradictions.ts')).runContradictions,
  ),
  'mcptest.dev/all-report/v1': reportKind(
    'all',
    ALL_FORMATS,
    async () => (await import('../../features/all/report-schema.ts')).allReportSchema,
    async () => (await import('../../features/all/all-contradictions.ts')).allContradictions,
  ),
  'mcptest.dev/security/v1': reportKind(
    'security',
    SECURITY_FORMATS,
    async () => (await import('../../artifacts/security/report-schema.ts')).securityReportSchema,
    async () => (await import('../../features/scan/report-contradictions.ts')).securityContradictions,
    async () => (await import('../../artifacts/security/canonical.ts')).canonicalFormat,
  ),
  'mcptest.dev/security-rules/v1': reportKind(
    'security --rules',
    SCAN_RULE_FORMATS,
    async () => (await import('../../features/scan/rule-list-schema.ts')).ruleListSchema,
    NO_VERDICT,
  ),
  'mcptest.dev/conformance/v1': reportKind(
    'conformance run',
    CONFORMANCE_FORMATS,
    async () => (await import('../../artifacts/conformance/report-schema.ts')).conformanceReportSchema,
    async () =>
      (await import('../../features/conformance/report-contradictions.ts')).conformanceContradictions,
    async () => (await import('../../artifacts/conformance/canonical.ts')).canonicalFormat,
  ),
  'mcptest.dev/judge-cert/v1': reportKind(
    'judge certify',
    CERTIFY_FORMATS,
    async () => (await import('../../artifacts/judge-cert/schema.ts')).certificateSchema,
    async () =>
      (await import('../../features/judge/certificate-contradictions.ts')).certificateContradictions,
    async () => (await import('../../artifacts/judge-cert/read.ts')).canonicalFormat,
  ),
  'mcptest.dev/judge-agreement/v1': reportKind(
    'judge agreement',
    AGREEMENT_FORMATS,
    async () => (await import('../../features/judge/agreement-schema.ts')).agreementSchema,
    async () => (await import('../../features/judge/agreement-contradictions.ts')).agreementContradictions,
  ),
  'mcptest.dev/judge-correction/v1': reportKind(
    'judge correct',
    CORRECTION_FORMATS,
    async () => (await import('../../features/judge/agreement-schema.ts')).correctionSchema,
    NO_VERDICT,
  ),
  'mcptest.dev/model-compat/v1': reportKind(
    'model-compat diff',
    COMPAT_FORMATS,
    async () => (await import('../../artifacts/model-compat/schema.ts')).modelComparisonSchema,
    async () => (await import('../../features/compat/comparison-contradictions.ts')).comparisonContradictions,
    async () => (await import('../../artifacts/model-compat/read.ts')).canonicalFormat,
  ),
  'mcptest.dev/policy-report/v1': reportKind(
    'policy simulate',
    POLICY_FORMATS,
    async () => (await import('../../features/policy/report-schema.ts')).policyReportSchema,
    async () => (await import('../../features/policy/report-contradictions.ts')).policyContradictions,
  ),
  'mcptest.dev/policy-check/v1': reportKind(
    'policy check',
    CHECK_FORMATS,
    async () => (await import('../../features/policy/check-schema.ts')).policyCheckSchema,
    async () => ofFindings((await import('../../features/policy/findings.ts')).POLICY_FINDINGS),
  ),
  'mcptest.dev/facts/v1': reportKind(
    'policy facts',
    FACTS_FORMATS,
    async () => (await import('../../features/policy/facts-schema.ts')).factsReportSchema,
    NO_VERDICT,
  ),
  'mcptest.dev/fact-catalog/v1': reportKind(
    'policy facts',
    CATALOG_FORMATS,
    async () => (await import('../../features/policy/facts-schema.ts')).factCatalogSchema,
    NO_VERDICT,
  ),
  'mcptest.dev/scenario-report/v1': reportKind(
    'scenario run',
    SCENARIO_FORMATS,
    async () => (await import('../../features/scenario/judge/report-schema.ts')).scenarioReportSchema,
    async () =>
      (await import('../../features/scenario/judge/report-contradictions.ts')).scenarioContradictions,
  ),
  'mcptest.dev/scenario-check/v1': reportKind(
    'scenario check',
    SUITE_CHECK_FORMATS,
    async () => (await import('../../features/scenario/check/check-schema.ts')).suiteCheckSchema,
    async () => ofFindings((await import('../../features/scenario/check/findings.ts')).SUITE_FINDINGS),
  ),
  'mcptest.dev/backtest/v1': reportKind(
    'gateway backtest',
    BACKTEST_FORMATS,
    async () => (await import('../../features/gateway/backtest/backtest-schema.ts')).backtestSchema,
    async () =>
      (await import('../../features/gateway/backtest/backtest-contradictions.ts')).backtestContradictions,
  ),
  'mcptest.dev/gateway-check/v1': reportKind(
    'gateway check',
    RULE_SET_CHECK_FORMATS,
    async () => (await import('../../features/gateway/check/check-schema.ts')).ruleSetCheckSchema,
    async () => ofFindings((await import('../../features/gateway/check/findings.ts')).RULE_SET_FINDINGS),
  ),
  'mcptest.dev/gateway-policies/v1': reportKind(
    'gateway policies list',
    RULE_LIST_FORMATS,
    async () => (await import('../../features/gateway/rule-file/rule-list-schema.ts')).ruleListSchema,
    NO_VERDICT,
  ),
  'mcptest.dev/gateway-suggest/v1': reportKind(
    'gateway suggest',
    SUGGEST_FORMATS,
    async () => (await import('../../features/gateway/suggest/suggest-schema.ts')).suggestReportSchema,
    async () =>
      (await import('../../features/gateway/suggest/suggestion-contradictions.ts')).suggestionContradictions,
  ),
  'mcptest.dev/suggestions/v1': reportKind(
    'gateway suggestions list',
    SUGGESTIONS_FORMATS,
    async () => (await import('../../features/gateway/suggest/suggestions-file.ts')).suggestionsFileSchema,
    async () =>
      (await import('../../features/gateway/suggest/suggestion-contradictions.ts')).suggestionContradictions,
  ),
  'mcptest.dev/approvals/v1': reportKind(
    'gateway approvals list',
    APPROVALS_FORMATS,
    async () => (await import('../../features/gateway/enforce/approvals-schema.ts')).approvalsReportSchema,
    NO_VERDICT,
  ),
  'mcptest.dev/evidence-verdict/v1': reportKind(
    'evidence verify',
    VERDICT_FORMATS,
    async () => (await import('../../features/evidence/verify/verdict-schema.ts')).evidenceVerdictSchema,
    async () =>
      (await import('../../features/evidence/verify/verdict-contradictions.ts')).verdictContradictions,
  ),
  'mcptest.dev/bundle-verdict/v1': reportKind(
    'evidence verify-bundle',
    BUNDLE_FORMATS,
    async () => (await import('../../features/evidence/verify/verdict-schema.ts')).bundleVerdictSchema,
    async () =>
      (await import('../../features/evidence/verify/verdict-contradictions.ts')).bundleContradictions,
  ),
  'mcptest.dev/probe-report/v1': reportKind(
    'probe',
    PROBE_FORMATS,
    async () => (await import('../../features/probe/report-schema.ts')).probeReportSchema,
    async () => (await import('../../features/probe/report-contradictions.ts')).probeContradictions,
  ),
  'mcptest.dev/probe-comparison/v1': reportKind(
    'probe --protocol both',
    COMPARISON_FORMATS,
    async () => (await import('../../features/probe/comparison-schema.ts')).probeComparisonSchema,
    async () => (await import('../../features/probe/report-contradictions.ts')).probeComparisonContradictions,
  ),
  'mcptest.dev/tape-verify/v1': reportKind(
    'record verify',
    VERIFY_FORMATS,
    async () => (await import('../../features/record/verify-schema.ts')).verifyReportSchema,
    async () => (await import('../../features/record/verify-contradictions.ts')).verifyContradictions,
  ),
  'mcptest.dev/catalog-diff/v1': reportKind(
    'diff',
    DIFF_FORMATS,
    async () => (await import('../../features/catalog/diff-schema.ts')).catalogDiffSchema,
    async () => (await import('../../features/catalog/diff-contradictions.ts')).catalogDiffContradictions,
  ),
  'mcptest.dev/package-verdict/v1': reportKind(
    'sbom --verify',
    PACKAGE_VERDICT_FORMATS,
    async () => (await import('../../features/package/verify-schema.ts')).packageVerdictSchema,
    async () => (await import('../../features/package/verify-contradictions.ts')).packageContradictions,
  ),
  'mcptest.dev/tool-classes/v1': reportKind(
    'exec-policy classify',
    CLASSIFICATION_FORMATS,
    async () => (await import('../../exec-policy/classification-schema.ts')).classificationSchema,
    async () =>
      (await import('../../exec-policy/classification-contradictions.ts')).classificationContradictions,
  ),
};
