import * as z from 'zod/mini';
import { approvalFileSchema } from '../src/artifacts/approval/schema.ts';
import { auditRecordSchema } from '../src/artifacts/audit-log/schema.ts';
import { cassetteSchema } from '../src/artifacts/cassette/schema.ts';
import { conformanceReportSchema } from '../src/artifacts/conformance/report-schema.ts';
import { conformanceSchema } from '../src/artifacts/conformance/schema.ts';
import { evidenceSchema } from '../src/artifacts/evidence/schema.ts';
import { judgeCertSchema } from '../src/artifacts/judge-cert/schema.ts';
import { ARTIFACT_KINDS, ARTIFACTS, type ArtifactKind } from '../src/artifacts/kinds.ts';
import { labelSchema } from '../src/artifacts/labels/schema.ts';
import { modelCompatSchema } from '../src/artifacts/model-compat/schema.ts';
import { pinsSchema } from '../src/artifacts/pins/schema.ts';
import { runReportSchema } from '../src/artifacts/run-report/schema.ts';
import { securityReportSchema } from '../src/artifacts/security/report-schema.ts';
import { securitySchema } from '../src/artifacts/security/schema.ts';
import { tapeLineSchema } from '../src/artifacts/tape/schema.ts';
import { testSuiteSchema } from '../src/artifacts/test-suite/schema.ts';
import { threatSchema } from '../src/artifacts/threats/schema.ts';
import { classificationSchema } from '../src/exec-policy/classification-schema.ts';
import { allReportSchema } from '../src/features/all/report-schema.ts';
import { catalogDiffSchema } from '../src/features/catalog/diff-schema.ts';
import { expectedFailuresSchema } from '../src/features/conformance/expected-file.ts';
import {
  bundleVerdictSchema,
  evidenceVerdictSchema,
} from '../src/features/evidence/verify/verdict-schema.ts';
import { backtestSchema } from '../src/features/gateway/backtest/backtest-schema.ts';
import { ruleSetCheckSchema } from '../src/features/gateway/check/check-schema.ts';
import { openApiDocument } from '../src/features/gateway/control/openapi-schema.ts';
import { tokenFileSchema } from '../src/features/gateway/control/token-file.ts';
import { gatewayVerdictSchema } from '../src/features/gateway/decide/gateway-verdict-schema.ts';
import { approvalsReportSchema } from '../src/features/gateway/enforce/approvals-schema.ts';
import { ruleListSchema } from '../src/features/gateway/rule-file/rule-list-schema.ts';
import { ruleSetSchema } from '../src/features/gateway/rule-file/rule-set-schema.ts';
import { columnMapSchema } from '../src/features/gateway/source/column-map-file.ts';
import { credentialsSchema } from '../src/features/gateway/source/credentials-file.ts';
import { suggestReportSchema } from '../src/features/gateway/suggest/suggest-schema.ts';
import { suggestionsFileSchema } from '../src/features/gateway/suggest/suggestions-file.ts';
import { agreementSchema, correctionSchema } from '../src/features/judge/agreement-schema.ts';
import { manifestSchema } from '../src/features/mock/manifest-schema.ts';
import { digestsSchema } from '../src/features/package/digests-file.ts';
import { packageVerdictSchema } from '../src/features/package/verify-schema.ts';
import { policyCheckSchema } from '../src/features/policy/check-schema.ts';
import { factCatalogSchema, factsReportSchema } from '../src/features/policy/facts-schema.ts';
import { policySchema } from '../src/features/policy/policy-file.ts';
import { policyReportSchema } from '../src/features/policy/report-schema.ts';
import { probeComparisonSchema } from '../src/features/probe/comparison-schema.ts';
import { probeReportSchema } from '../src/features/probe/report-schema.ts';
import { verifyReportSchema } from '../src/features/record/verify-schema.ts';
import { ruleListSchema as scanRuleListSchema } from '../src/features/scan/rule-list-schema.ts';
import { suppressionsSchema } from '../src/features/scan/suppressions-file.ts';
import { suiteCheckSchema } from '../src/features/scenario/check/check-schema.ts';
import { scenarioReportSchema } from '../src/features/scenario/judge/report-schema.ts';
import { suiteSchema } from '../src/features/scenario/suite/suite-schema.ts';

interface Described {
  readonly title: string;
  readonly schema: z.core.$ZodType;
}

/** The schema of each kind of artifact. Its name and title come from the table of kinds. */
const ARTIFACT_SCHEMAS: Readonly<Record<ArtifactKind, z.core.$ZodType>> = {
  'run-report': runReportSchema,
  'judge-cert': judgeCertSchema,
  'conformance-report': conformanceSchema,
  security: securitySchema,
  'model-compat': modelCompatSchema,
  evidence: evidenceSchema,
};

/** `mcptest.dev/run/v1` is described by `run.v1`. */
const artifactSchemas = Object.fromEntries(
  ARTIFACT_KINDS.map((kind) => {
    const { title, schemaVersion } = ARTIFACTS[kind];
    const name = schemaVersion.split('/').slice(1).join('.');
    const described = {
      title: `${title[0]?.toUpperCase()}${title.slice(1)}`,
      schema: ARTIFACT_SCHEMAS[kind],
    };
    return [name, described];
  }),
);

/** All file formats with a JSON Schema: authored files, printed reports, and artifacts. */
export const SCHEMAS: Readonly<Record<string, Described>> = {
  'all-report.v1': { title: 'Report of mcptest all', schema: allReportSchema },
  'policy.v1': { title: 'Release policy of mcptest', schema: policySchema },
  'policy-report.v1': { title: 'Report of mcptest policy simulate', schema: policyReportSchema },
  'facts.v1': { title: 'Report of mcptest policy facts', schema: factsReportSchema },
  'fact-catalog.v1': { title: 'Fact catalog of mcptest policy facts', schema: factCatalogSchema },
  'policy-check.v1': { title: 'Report of mcptest policy check', schema: policyCheckSchema },
  'suite.v1': { title: 'Suite of scenario worlds of mcptest', schema: suiteSchema },
  'scenario-report.v1': { title: 'Report of mcptest scenario run', schema: scenarioReportSchema },
  'scenario-check.v1': { title: 'Report of mcptest scenario check', schema: suiteCheckSchema },
  'catalog-diff.v1': { title: 'Report of mcptest diff', schema: catalogDiffSchema },
  'rule-set.v1': { title: 'Tool-call policies of mcptest gateway', schema: ruleSetSchema },
  'gateway-verdict.v1': { title: 'Verdict of mcptest gateway simulate', schema: gatewayVerdictSchema },
  'gateway-check.v1': { title: 'Report of mcptest gateway check', schema: ruleSetCheckSchema },
  'gateway-policies.v1': { title: 'List of mcptest gateway policies list', schema: ruleListSchema },
  'judge-agreement.v1': { title: 'Report of mcptest judge agreement', schema: agreementSchema },
  'judge-correction.v1': { title: 'Report of mcptest judge correct', schema: correctionSchema },
  'tool-classes.v1': { title: 'Report of mcptest exec-policy classify', schema: classificationSchema },
  'probe-comparison.v1': {
    title: 'Report of mcptest probe --protocol both',
    schema: probeComparisonSchema,
  },
  'probe-report.v1': { title: 'Report of mcptest probe', schema: probeReportSchema },
  'mock-manifest.v1': { title: 'Manifest of a mock server of mcptest', schema: manifestSchema },
  'test-suite.v1': { title: 'Suite of tool tests of mcptest', schema: testSuiteSchema },
  'backtest.v1': { title: 'Report of mcptest gateway backtest', schema: backtestSchema },
  'gateway-suggest.v1': { title: 'Report of mcptest gateway suggest', schema: suggestReportSchema },
  'suggestions.v1': { title: 'Suggestions of mcptest gateway suggest', schema: suggestionsFileSchema },
  'approval.v1': { title: 'File in the folder of held calls', schema: approvalFileSchema },
  'approvals.v1': { title: 'Report of mcptest gateway approvals', schema: approvalsReportSchema },
  'threat.v1': { title: 'Line of a file of threat assessments', schema: threatSchema },
  'source-columns.v1': {
    title: 'Columns of a table of audit records, for mcptest gateway backtest',
    schema: columnMapSchema,
  },
  'source-credentials.v1': {
    title: 'Credentials for mcptest gateway backtest --source',
    schema: credentialsSchema,
  },
  'token-file.v1': { title: 'Tokens of mcptest gateway serve', schema: tokenFileSchema },
  'audit-record.v1': { title: 'Line of an audit log', schema: auditRecordSchema },
  'evidence-verdict.v1': { title: 'Verdict of mcptest evidence verify', schema: evidenceVerdictSchema },
  'bundle-verdict.v1': { title: 'Verdict of mcptest evidence verify-bundle', schema: bundleVerdictSchema },
  'tape-verify.v1': { title: 'Report of mcptest record verify', schema: verifyReportSchema },
  'judge-label.v1': { title: 'Line of a file of labels', schema: labelSchema },
  'tape.v1': { title: 'Line of a recorded session', schema: tapeLineSchema },
  'cassette.v1': { title: 'Agent cassette', schema: cassetteSchema },
  'security-report.v1': { title: 'Report of mcptest security', schema: securityReportSchema },
  'security-rules.v1': { title: 'Report of mcptest security --rules', schema: scanRuleListSchema },
  'conformance-report.v1': { title: 'Report of mcptest conformance run', schema: conformanceReportSchema },
  'expected-failures.v1': {
    title: 'Checks of mcptest conformance run that may fail',
    schema: expectedFailuresSchema,
  },
  'pins.v1': { title: 'Lock of mcptest security --pins', schema: pinsSchema },
  'suppressions.v1': { title: 'Findings of mcptest security that do not count', schema: suppressionsSchema },
  'package-digests.v1': { title: 'Digests of the files of the package mcptest', schema: digestsSchema },
  'package-verdict.v1': { title: 'Verdict of mcptest sbom --verify', schema: packageVerdictSchema },
  ...artifactSchemas,
};

/** Returns the text of `schemas/<name>.schema.json` for every schema. */
export function schemaFiles(): Map<string, string> {
  return new Map(
    Object.entries(SCHEMAS).map(([name, described]) => [
      `schemas/${name}.schema.json`,
      `${JSON.stringify(toJsonSchema(name, described), null, 2)}\n`,
    ]),
  );
}

/** Returns the text of the OpenAPI document of `gateway serve`. */
export function openApiFile(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}

/** Returns the JSON Schema of what may be written in a file: of the input, if reading transforms it. */
export function toJsonSchema(name: string, { title, schema }: Described): Record<string, unknown> {
  const converted = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
  return inOrder({ ...converted, $id: `https://mcptest.dev/schemas/${name}.schema.json`, title });
}

/** The order of keywords: those that identify a schema first, its parts last, unlisted keywords in between. */
const FIRST = ['$schema', '$id', 'title', 'description', 'type', 'const', 'enum'];
const LAST = ['anyOf', 'items', 'required', 'properties', 'additionalProperties', '$defs'];

// zod writes keywords in the order in which a schema was built
function inOrder(schema: Record<string, unknown>): Record<string, unknown> {
  const rank = (key: string) => {
    if (FIRST.includes(key)) return FIRST.indexOf(key) - FIRST.length;
    return LAST.indexOf(key) + 1;
  };
  const keys = Object.keys(schema).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Object.fromEntries(keys.map((key) => [key, orderInside(key, schema[key])]));
}

function orderInside(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? inOrder(item) : item));
  if (!isObject(value)) return value;
  // the keys of these two are names that an author chose, not keywords
  if (key !== 'properties' && key !== '$defs') return inOrder(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, inOrder(child as Record<string, unknown>)]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
