export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const SARIF = {
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: { guid: 'd', rules: [{ id: 'a', guid: 'g', defaultConfiguration: { level: 'note' } }] },
        extensions: [{ guid: 'e', rules: [{ id: 'b', properties: { 'security-severity': '9.1' } }] }],
      },
      invocations: [
        {
          executionSuccessful: true,
          toolExecutionNotifications: [{ level: 'note' }],
          ruleConfigurationOverrides: [{ descriptor: { index: 0 }, configuration: { level: 'error' } }],
        },
      ],
      externalPropertyFileReferences: { artifacts: [] },
      results: [
        { ruleId: 'a', ruleIndex: 0, kind: 'fail', provenance: { invocationIndex: 0 }, baselineState: 'new' },
        {
          rule: { id: 'b', index: 0, guid: 'x', toolComponent: { index: 0 } },
          suppressions: [{ status: 'rejected' }],
        },
      ],
    },
  ],
} satisfies Json;

const GRADES = { tests_total: 3, tests_passed: 2, tests_failed: 1, security_severity_counts: { high: 1 } };

/** Valid files in canonical and other forms. Together they contain every known key. */
export const ARTIFACT_SAMPLES = {
  'judge-cert': [
    {
      schema_version: 'mcptest.dev/judge-cert/v1',
      judge: { model: 'm', provider: 'p', prompt_sha256: 'x' },
      certified: true,
      metrics: { ece: 0.1, brier: 0.1, accuracy: 0.9, samples: 10 },
      thresholds: { ece: 0.2, brier: 0.2, min_samples: 5 },
      certified_at: '2026-01-01T00:00:00Z',
      valid_from: '2026-01-01T00:00:00Z',
      valid_until: '2026-01-31T00:00:00Z',
      ece: 0.1,
      brier: 0.1,
      not_before: '2026-01-01T00:00:00Z',
      not_after: '2026-01-31T00:00:00Z',
      expires_at: '2026-01-31T00:00:00Z',
      valid_for_days: 30,
      validity: {
        from: '2026-01-01T00:00:00Z',
        not_before: '2026-01-01T00:00:00Z',
        until: '2026-01-31T00:00:00Z',
        not_after: '2026-01-31T00:00:00Z',
      },
    },
  ],
  'conformance-report': [
    {
      schema_version: 'mcptest.dev/conformance/v1',
      server: 's',
      spec_version: 'v',
      badge: 'T3',
      tier: 'Tier 3',
      must_passed: 1,
      must_total: 1,
      should_passed: 1,
      should_total: 2,
      checks: [
        { id: 'a', level: 'MUST', status: 'pass' },
        { id: 'b', level: 'SHOULD', status: 'pass' },
        { id: 'c', level: 'SHOULD', status: 'fail', message: 'm' },
        { id: 'd', level: 'MAY', status: 'skip' },
      ],
    },
    [
      { id: 'a', name: 'A', status: 'SUCCESS' },
      { id: 'b', name: 'B', status: 'WARNING' },
    ],
  ],
  security: [
    {
      schema_version: 'mcptest.dev/security/v1',
      target: 't',
      findings: [{ rule_id: 'r', severity: 'high', tool: 't', message: 'm', location: 'l', evidence: {} }],
      results: [{ severity: 'error' }],
      issues: [{ severity: 'HIGH' }],
      summary: { critical: 0, high: 1, medium: 0, low: 0, info: 0, total: 1 },
    },
    [{ severity: 'low' }],
    SARIF,
  ],
  'model-compat': [
    {
      schema_version: 'mcptest.dev/model-compat/v1',
      baseline: { model: 'a' },
      candidate: { model: 'b' },
      summary: { total: 1, pass: 1, drift: 0, fail: 0 },
      counts: { total: 1, pass: 1, drift: 0, fail: 0 },
      entries: [{ id: 'e', classification: 'PASS', dimension: 'd', detail: 'x' }],
    },
  ],
  evidence: [
    {
      schema_version: 'mcptest.dev/evidence/v1',
      server_identity: [{ name: 'n', transport: 'stdio', auth: 'none' }],
      spec_version: 'v',
      corpus_version: 'v',
      source: { repo: 'r', branch: 'b', commit_sha: 'a'.repeat(40) },
      generated_at: '2026-01-01T00:00:00Z',
      grades: GRADES,
      reproducible: true,
      unverifiable_origin: false,
      cassette_hash: 'x',
      cost_profile: { a: 1 },
      compliance_tier: 'T1',
      tdqs: [1],
    },
  ],
} satisfies Record<string, Json[]>;
