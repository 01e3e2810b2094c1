import { type PlainSchema, readKnown } from '../../documents/known-part.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import type { Ports } from '../../ports.ts';
import { ALL_FORMATS } from '../../report/all/formats.ts';
import { DIFF_FORMATS } from '../../report/catalog/formats.ts';
import { COMPAT_FORMATS } from '../../report/compat/formats.ts';
import { CONFORMANCE_FORMATS } from '../../report/conformance/formats.ts';
import { BUNDLE_FORMATS, VERDICT_FORMATS } from '../../report/evidence/formats.ts';
import { CLASSIFICATION_FORMATS } from '../../report/exec-policy/formats.ts';
import type { Formats } from '../../report/format.ts';
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
import { writeReport } from '../output.ts';
import type { AgainOptions } from './flags.ts';

/** A report that can be written again. */
export interface ReportKind {
  /** The command that makes it, without `mcptest`. */
  readonly command: string;
  /** The formats that it has, the default first. */
  readonly formats: readonly string[];
  /** Checks the document, and writes it. @throws InputError */
  readonly write: (document: SourceDocument, options: AgainOptions, ports: Ports) => Promise<void>;
}

/** @param schema loads the schema of the JSON of the report */
function kind<Report>(
  command: string,
  formats: Formats<Report>,
  schema: () => Promise<PlainSchema<Report>>,
): ReportKind {
  return {
    command,
    formats: Object.keys(formats),
    async write(document, options, ports) {
      await writeReport(readKnown(await schema(), document), formats, options, ports);
    },
  };
}

/** Every report of a command, by its `schema_version`. */
export const REPORT_KINDS: Readonly<Record<string, ReportKind>> = {
  'mcptest.dev/run/v1': kind(
    'run',
    RUN_FORMATS,
    async () => (await import('../../features/run/run-result-schema.ts')).runResultSchema,
  ),
  'mcptest.dev/all-report/v1': kind(
    'all',
    ALL_FORMATS,
    async () => (await import('../../features/all/report-schema.ts')).allReportSchema,
  ),
  'mcptest.dev/security/v1': kind(
    'security',
    SECURITY_FORMATS,
    async () => (await import('../../artifacts/security/report-schema.ts')).securityReportSchema,
  ),
  'mcptest.dev/security-rules/v1': kind(
    'security --rules',
    SCAN_RULE_FORMATS,
    async () => (await import('../../features/scan/rule-list-schema.ts')).ruleListSchema,
  ),
  'mcptest.dev/conformance/v1': kind(
    'conformance run',
    CONFORMANCE_FORMATS,
    async () => (await import('../../artifacts/conformance/report-schema.ts')).conformanceReportSchema,
  ),
  'mcptest.dev/judge-cert/v1': kind(
    'judge certify',
    CERTIFY_FORMATS,
    async () => (await import('../../artifacts/judge-cert/schema.ts')).certificateSchema,
  ),
  'mcptest.dev/judge-agreement/v1': kind(
    'judge agreement',
    AGREEMENT_FORMATS,
    async () => (await import('../../features/judge/agreement-schema.ts')).agreementSchema,
  ),
  'mcptest.dev/judge-correction/v1': kind(
    'judge correct',
    CORRECTION_FORMATS,
    async () => (await import('../../features/judge/agreement-schema.ts')).correctionSchema,
  ),
  'mcptest.dev/model-compat/v1': kind(
    'model-compat diff',
    COMPAT_FORMATS,
    async () => (await import('../../artifacts/model-compat/schema.ts')).modelComparisonSchema,
  ),
  'mcptest.dev/policy-report/v1': kind(
    'policy simulate',
    POLICY_FORMATS,
    async () => (await import('../../features/policy/report-schema.ts')).policyReportSchema,
  ),
  'mcptest.dev/policy-check/v1': kind(
    'policy check',
    CHECK_FORMATS,
    async () => (await import('../../features/policy/check-schema.ts')).policyCheckSchema,
  ),
  'mcptest.dev/facts/v1': kind(
    'policy facts',
    FACTS_FORMATS,
    async () => (await import('../../features/policy/facts-schema.ts')).factsReportSchema,
  ),
  'mcptest.dev/fact-catalog/v1': kind(
    'policy facts',
    CATALOG_FORMATS,
    async () => (await import('../../features/policy/facts-schema.ts')).factCatalogSchema,
  ),
  'mcptest.dev/scenario-report/v1': kind(
    'scenario run',
    SCENARIO_FORMATS,
    async () => (await import('../../features/scenario/judge/report-schema.ts')).scenarioReportSchema,
  ),
  'mcptest.dev/scenario-check/v1': kind(
    'scenario check',
    SUITE_CHECK_FORMATS,
    async () => (await import('../../features/scenario/check/check-schema.ts')).suiteCheckSchema,
  ),
  'mcptest.dev/backtest/v1': kind(
    'gateway backtest',
    BACKTEST_FORMATS,
    async () => (await import('../../features/gateway/backtest/backtest-schema.ts')).backtestSchema,
  ),
  'mcptest.dev/gateway-check/v1': kind(
    'gateway check',
    RULE_SET_CHECK_FORMATS,
    async () => (await import('../../features/gateway/check/check-schema.ts')).ruleSetCheckSchema,
  ),
  'mcptest.dev/gateway-policies/v1': kind(
    'gateway policies list',
    RULE_LIST_FORMATS,
    async () => (await import('../../features/gateway/rule-file/rule-list-schema.ts')).ruleListSchema,
  ),
  'mcptest.dev/gateway-suggest/v1': kind(
    'gateway suggest',
    SUGGEST_FORMATS,
    async () => (await import('../../features/gateway/suggest/suggest-schema.ts')).suggestReportSchema,
  ),
  'mcptest.dev/suggestions/v1': kind(
    'gateway suggestions list',
    SUGGESTIONS_FORMATS,
    async () => (await import('../../features/gateway/suggest/suggestions-file.ts')).suggestionsFileSchema,
  ),
  'mcptest.dev/approvals/v1': kind(
    'gateway approvals list',
    APPROVALS_FORMATS,
    async () => (await import('../../features/gateway/enforce/approvals-schema.ts')).approvalsReportSchema,
  ),
  'mcptest.dev/evidence-verdict/v1': kind(
    'evidence verify',
    VERDICT_FORMATS,
    async () => (await import('../../features/evidence/verify/verdict-schema.ts')).evidenceVerdictSchema,
  ),
  'mcptest.dev/bundle-verdict/v1': kind(
    'evidence verify-bundle',
    BUNDLE_FORMATS,
    async () => (await import('../../features/evidence/verify/verdict-schema.ts')).bundleVerdictSchema,
  ),
  'mcptest.dev/probe-report/v1': kind(
    'probe',
    PROBE_FORMATS,
    async () => (await import('../../features/probe/report-schema.ts')).probeReportSchema,
  ),
  'mcptest.dev/probe-comparison/v1': kind(
    'probe --protocol both',
    COMPARISON_FORMATS,
    async () => (await import('../../features/probe/comparison-schema.ts')).probeComparisonSchema,
  ),
  'mcptest.dev/tape-verify/v1': kind(
    'record verify',
    VERIFY_FORMATS,
    async () => (await import('../../features/record/verify-schema.ts')).verifyReportSchema,
  ),
  'mcptest.dev/catalog-diff/v1': kind(
    'diff',
    DIFF_FORMATS,
    async () => (await import('../../features/catalog/diff-schema.ts')).catalogDiffSchema,
  ),
  'mcptest.dev/package-verdict/v1': kind(
    'sbom --verify',
    PACKAGE_VERDICT_FORMATS,
    async () => (await import('../../features/package/verify-schema.ts')).packageVerdictSchema,
  ),
  'mcptest.dev/tool-classes/v1': kind(
    'exec-policy classify',
    CLASSIFICATION_FORMATS,
    async () => (await import('../../exec-policy/classification-schema.ts')).classificationSchema,
  ),
};
