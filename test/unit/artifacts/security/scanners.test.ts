import { describe, expect, it } from 'vitest';
import { loadArtifact } from '../../../../src/artifacts/load.ts';
import type { ScanSeverity } from '../../../../src/artifacts/security/model.ts';
import { refusal } from '../../../support/load.ts';
import { memoryFiles } from '../../../support/memory-files.ts';
import { runCli } from '../../../support/run-cli.ts';

type Counts = Partial<Record<ScanSeverity, number>>;

/** What is read from a document: the format, the counts that are not zero, and how many severities were assumed. */
async function read(content: unknown) {
  const files = memoryFiles({ 'f.json': JSON.stringify(content) });
  const { format, value, warnings, notes = [] } = await loadArtifact('security', 'f.json', files);
  const counts: Counts = Object.fromEntries(Object.entries(value.counts).filter(([, count]) => count > 0));
  const assumed = notes.reduce((sum, note) => sum + Number.parseInt(note, 10), 0);
  return { format, counts, assumed, warnings: warnings.map(({ message }) => message) };
}

const refused = (content: unknown) => refusal('security', content);

const semgrep = (severities: string[], rest: object = {}) => ({
  version: '1.120.0',
  results: severities.map((severity) => ({ check_id: 'r', path: 'a.py', extra: { severity, message: 'm' } })),
  errors: [],
  paths: { scanned: ['a.py'] },
  skipped_rules: [],
  ...rest,
});

const bandit = (severities: string[], rest: object = {}) => ({
  errors: [],
  generated_at: '2026-06-01T12:00:00Z',
  metrics: { _totals: { loc: 12 } },
  results: severities.map((issue_severity) => ({ filename: 'a.py', issue_severity, test_id: 'B1' })),
  ...rest,
});

const osv = (...packages: object[]) => ({
  results:
    packages.length === 0 ? [] : [{ source: { path: 'package-lock.json', type: 'lockfile' }, packages }],
  experimental_config: { licenses: { summary: false } },
});

const trivy = (...Results: object[]) => ({
  SchemaVersion: 2,
  ArtifactName: '.',
  ArtifactType: 'filesystem',
  Results,
});

const grype = (...severities: string[]) => ({
  matches: severities.map((severity) => ({ vulnerability: { id: 'CVE-1', severity } })),
  ignoredMatches: [{ vulnerability: { severity: 'Critical' } }],
  source: { type: 'image' },
  descriptor: { name: 'grype', version: '0.90.0' },
});

const snyk = (vulnerabilities: object[], rest: object = {}) => ({
  vulnerabilities,
  ok: vulnerabilities.length === 0,
  dependencyCount: 3,
  packageManager: 'npm',
  ...rest,
});

const npm = (severities: Record<string, string>, rest: object = {}) => ({
  auditReportVersion: 2,
  vulnerabilities: Object.fromEntries(
    Object.entries(severities).map(([name, severity]) => [name, { name, severity, via: [] }]),
  ),
  metadata: { vulnerabilities: { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0 } },
  ...rest,
});

const LEAK = { RuleID: 'aws', Description: 'd', File: 'a', Secret: 'x', Match: 'x', Commit: 'c' };

const checkov = (severities: unknown[], summary: object = {}, results: object = {}) => ({
  check_type: 'terraform',
  results: {
    passed_checks: [],
    failed_checks: severities.map((severity) => ({ check_id: 'CKV_1', severity })),
    skipped_checks: [],
    parsing_errors: [],
    ...results,
  },
  summary: { passed: 3, failed: severities.length, skipped: 0, parsing_errors: 0, ...summary },
});

const gitlab = (severities: string[], scan: object = {}) => ({
  version: '15.0.7',
  vulnerabilities: severities.map((severity) => ({ id: 'a', severity, identifiers: [], location: {} })),
  scan: { analyzer: { id: 'a' }, type: 'sast', status: 'success', ...scan },
});

const SERVER = { name: 's', server: { command: 'x' }, signature: { tools: [] }, error: null };
const agentScan = (codes: string[], rest: object = {}) => ({
  '/home/a/mcp.json': {
    client: 'c',
    path: '/home/a/mcp.json',
    servers: [SERVER],
    issues: codes.map((code) => ({ code, message: 'm', reference: [0, 0] })),
    labels: [],
    error: null,
    ...rest,
  },
});

const agentRisks = (risks: Record<string, number>, rest: object = {}) => ({
  scan_path_responses: [
    {
      client: 'c',
      path: '~/mcp.json',
      server_risks: [
        {
          name: 's',
          entities: [],
          risk_indexes: Object.fromEntries(
            Object.entries(risks).map(([name, score]) => [name, { score, evidence: 'e' }]),
          ),
          ...rest,
        },
      ],
      skill_risks: [],
    },
  ],
});

const SAFE = { severity: 'SAFE', threat_names: [], threat_summary: 'No threats detected', total_findings: 0 };
const tool = (findings: object, rest: object = {}) => ({
  tool_name: 't',
  tool_description: 'd',
  status: 'completed',
  is_safe: Object.keys(findings).length === 0,
  findings: { yara_analyzer: SAFE, ...findings },
  ...rest,
});
const cisco = (...scan_results: object[]) => ({
  server_url: 'http://localhost/mcp',
  scan_results,
  requested_analyzers: ['yara'],
});

describe('the JSON of a scanner', () => {
  it.each<[string, unknown, Counts]>([
    [
      'Semgrep',
      semgrep(['ERROR', 'WARNING', 'INFO', 'CRITICAL']),
      { critical: 1, high: 1, medium: 1, low: 1 },
    ],
    ['Semgrep', semgrep([]), {}],
    ['Semgrep', { results: semgrep(['LOW']).results, errors: [] }, { low: 1 }],
    ['Bandit', bandit(['HIGH', 'MEDIUM', 'LOW']), { high: 1, medium: 1, low: 1 }],
    ['Bandit', bandit([]), {}],
    ['Bandit', bandit(['HIGH'], { metrics: {} }), { high: 1 }],
    ['OSV-Scanner', osv(), {}],
    [
      'OSV-Scanner',
      osv({
        package: { name: 'p' },
        vulnerabilities: [
          { id: 'GHSA-1', aliases: ['CVE-1'], database_specific: { severity: 'MODERATE' } },
          { id: 'CVE-1' },
          { id: 'GHSA-2', database_specific: { severity: 'HIGH' } },
          { id: 'GHSA-3', database_specific: { severity: 'LOW' } },
        ],
        groups: [
          { ids: ['GHSA-1', 'CVE-1'], max_severity: '9.8' },
          { ids: ['GHSA-2'], max_severity: '' },
        ],
      }),
      { critical: 1, high: 1, low: 1 },
    ],
    [
      'Trivy',
      trivy(
        { Target: 'a', Class: 'os-pkgs' },
        { Target: 'b', Vulnerabilities: [{ Severity: 'CRITICAL', Status: 'fixed' }, { Severity: 'HIGH' }] },
        {
          Target: 'c',
          Misconfigurations: [
            { Severity: 'LOW', Status: 'FAIL' },
            { Severity: 'HIGH', Status: 'PASS' },
          ],
        },
        { Target: 'd', Secrets: [{ Severity: 'MEDIUM' }], Licenses: null },
      ),
      { critical: 1, high: 1, medium: 1, low: 1 },
    ],
    ['Trivy', [{ Target: 'a', Vulnerabilities: [{ Severity: 'LOW' }] }], { low: 1 }],
    [
      'Trivy (Kubernetes)',
      {
        ClusterName: 'c',
        Resources: [{ Kind: 'Pod', Results: [{ Vulnerabilities: [{ Severity: 'HIGH' }] }] }],
      },
      { high: 1 },
    ],
    ['Grype', grype('Critical', 'Negligible'), { critical: 1, low: 1 }],
    ['Grype', grype(), {}],
    [
      'Snyk',
      snyk([
        { id: 'a', severity: 'high' },
        { id: 'a', severity: 'high' },
        { id: 'b', severity: 'low' },
      ]),
      { high: 1, low: 1 },
    ],
    ['Snyk', snyk([]), {}],
    ['Snyk', [snyk([]), snyk([{ id: 'a', severity: 'critical' }])], { critical: 1 }],
    ['Snyk', snyk([], { applications: [snyk([{ id: 'a', severity: 'medium' }])] }), { medium: 1 }],
    ['Snyk', { ok: false, infrastructureAsCodeIssues: [{ id: 'a', severity: 'low' }] }, { low: 1 }],
    ['npm audit', npm({ a: 'critical', b: 'moderate', c: 'info' }), { critical: 1, medium: 1, info: 1 }],
    ['npm audit', npm({}), {}],
    [
      'npm audit',
      { actions: [], advisories: { 1: { severity: 'high' } }, metadata: { vulnerabilities: { high: 4 } } },
      { high: 1 },
    ],
    ['Checkov', checkov(['HIGH', 'LOW']), { high: 1, low: 1 }],
    ['Checkov', checkov([]), {}],
    ['Checkov', [checkov([], { passed: 0 }), checkov(['CRITICAL'])], { critical: 1 }],
    ['GitLab security report', gitlab(['Critical', 'Info']), { critical: 1, info: 1 }],
    ['GitLab security report', { version: '2.3', vulnerabilities: [], remediations: [] }, {}],
    ['Snyk agent-scan', agentScan([]), {}],
    [
      'Snyk agent-scan',
      agentRisks({ a: 1000, b: 600, c: 300, d: 100 }),
      { critical: 1, high: 1, medium: 1, low: 1 },
    ],
    ['Snyk agent-scan', agentRisks({}), {}],
    ['Cisco mcp-scanner', cisco(tool({})), {}],
    [
      'Cisco mcp-scanner',
      cisco(tool({ llm_analyzer: { severity: 'HIGH', total_findings: 2 } }), tool({}, { status: 'skipped' })),
      { high: 2 },
    ],
    ['Cisco mcp-scanner', [tool({ api_analyzer: { severity: 'LOW', total_findings: 1 } })], { low: 1 }],
  ])('%s is counted %#', async (scanner, content, counts) => {
    expect(await read(content)).toEqual({ format: `${scanner} JSON`, counts, assumed: 0, warnings: [] });
  });

  it.each<[string, unknown, Counts, number]>([
    ['gitleaks', [LEAK, LEAK], { high: 2 }, 2],
    ['gitleaks 7', [{ rule: 'AWS', offender: 'x', commit: 'c', line: 'l' }], { high: 1 }, 1],
    ['agent-scan', agentScan(['E001', 'TF001', 'W001']), { high: 2, medium: 1 }, 3],
    ['Checkov', checkov([null, 'HIGH']), { high: 1, medium: 1 }, 1],
    [
      'OSV-Scanner',
      osv({ vulnerabilities: [{ id: 'MAL-1' }, { id: 'GO-1' }] }),
      { critical: 1, medium: 1 },
      2,
    ],
    ['OSV-Scanner', osv({ license_violations: ['GPL-3.0'] }), { low: 1 }, 1],
    ['Trivy', trivy({ Vulnerabilities: [{ Severity: 'UNKNOWN' }] }), { medium: 1 }, 1],
    ['Grype', grype('Unknown'), { medium: 1 }, 1],
    ['GitLab', gitlab(['Unknown', 'High']), { high: 1, medium: 1 }, 1],
    ['Bandit', bandit(['UNDEFINED']), { medium: 1 }, 1],
  ])('%s may have findings whose severity is assumed', async (_, content, counts, assumed) => {
    expect(await read(content)).toMatchObject({ counts, assumed });
  });

  it('says in reports which severities are assumed', async () => {
    const files = { 'leaks.json': JSON.stringify([LEAK]) };
    const facts = await runCli(['policy', 'facts', '--security', 'leaks.json'], { files });
    expect(facts.stdout).toContain('gitleaks JSON; 1 assumed to be high: a secret (gitleaks)');
    const policy = 'version: "1"\nrules:\n  - {id: a, fact: security.high_count, max: 0}\n';
    const simulate = ['policy', 'simulate', '--policy', 'p.yml', '--security', 'leaks.json', '--format'];
    for (const format of ['pretty', 'markdown', 'json']) {
      const { stdout } = await runCli([...simulate, format], { files: { ...files, 'p.yml': policy } });
      expect(stdout).toContain('1 assumed to be high: a secret (gitleaks)');
    }
  });

  it('is read with a warning if Bandit counts more than it lists: -l, -i and a baseline hide findings', async () => {
    const metrics = { _totals: { loc: 12, 'SEVERITY.HIGH': 1, 'SEVERITY.LOW': 3, 'SEVERITY.MEDIUM': 0 } };
    const { counts, warnings } = await read(bandit(['HIGH'], { metrics }));
    expect(counts).toEqual({ high: 1 });
    expect(warnings).toEqual([expect.stringContaining('is 3, but results lists 0, and only those count')]);
  });

  it('is read if Trivy counts the failures that it lists', async () => {
    const listed = {
      MisconfSummary: { Successes: 1, Failures: 1 },
      Misconfigurations: [{ Severity: 'LOW', Status: 'FAIL' }],
    };
    expect((await read(trivy(listed, { MisconfSummary: null }))).counts).toEqual({ low: 1 });
  });

  it('is read with a warning if the scanner could not do everything', async () => {
    const partial = semgrep(['ERROR'], {
      errors: [{ level: 'warn', type: 'Syntax error' }],
      skipped_rules: ['r'],
    });
    expect((await read(partial)).warnings).toEqual([
      'Semgrep reports 1 problems: it may not have scanned every file',
      'Semgrep skipped 1 rules',
    ]);
  });
});

describe('a scan that reports its own failure, or checked nothing, is refused', () => {
  it.each<[string, unknown, string]>([
    [
      'Semgrep after a timeout',
      semgrep([], { errors: [{ level: 'error' }] }),
      'errors[0]: is an error of Semgrep',
    ],
    ['Semgrep, even with findings', semgrep(['INFO'], { errors: [{}] }), 'errors[0]: is an error of Semgrep'],
    ['Semgrep without a file', semgrep([], { paths: { scanned: [] } }), 'Semgrep scanned no file'],
    [
      'Bandit with a file that it cannot parse',
      bandit([], { errors: [{ filename: 'a' }] }),
      'is an error of Bandit',
    ],
    [
      'Bandit without a line of code',
      bandit([], { metrics: { _totals: { loc: 0 } } }),
      'Bandit scanned nothing',
    ],
    [
      'Bandit that lists more than it counts',
      bandit(['HIGH'], { metrics: { _totals: { loc: 12, 'SEVERITY.HIGH': 0 } } }),
      'is 0, but results lists 1',
    ],
    [
      'Trivy that counts failures that it does not list',
      trivy({ Target: 'Dockerfile', Class: 'config', MisconfSummary: { Successes: 22, Failures: 4 } }),
      'Results[0].MisconfSummary.Failures: is 4, but Misconfigurations lists 0',
    ],
    [
      'Trivy that counts more failures than it lists',
      trivy({
        MisconfSummary: { Failures: 2 },
        Misconfigurations: [
          { Severity: 'LOW', Status: 'FAIL' },
          { Severity: 'LOW', Status: 'PASS' },
        ],
      }),
      'is 2, but Misconfigurations lists 1',
    ],
    ['Trivy without results', { SchemaVersion: 2, ArtifactName: 'a' }, 'Results: names no target'],
    [
      'Trivy with a resource that failed',
      { ClusterName: 'c', Resources: [{ Kind: 'Pod', Error: 'denied' }] },
      'Resources[0].Error: is an error of Trivy',
    ],
    ['Snyk that failed', { ok: false, error: 'no access', path: '.' }, 'error: is an error of Snyk'],
    [
      'Snyk of which one project failed',
      [snyk([]), { ok: false, error: 'x' }],
      '[1].error: is an error of Snyk',
    ],
    [
      'Snyk that found something it does not show',
      snyk([], { ok: false }),
      'ok: is false, but the file shows no',
    ],
    [
      'npm without a registry',
      { error: { code: 'ENOAUDIT' } },
      'error: is a mapping: the scan reports an error',
    ],
    ['npm with an error', npm({}, { error: { code: 'E401' } }), 'error: is an error of npm audit'],
    [
      'npm that counts what it does not list',
      npm({}, { metadata: { vulnerabilities: { high: 2 } } }),
      'metadata.vulnerabilities.high: is 2, but the file lists no vulnerability',
    ],
    ['Checkov that could not parse', checkov([], { parsing_errors: 2 }), 'Checkov could not read 2 files'],
    ['Checkov that checked nothing', checkov([], { passed: 0 }), 'contains no checks that ran'],
    [
      'Checkov without a file',
      { passed: 0, failed: 0, skipped: 0, parsing_errors: 0, resource_count: 0, checkov_version: '3.2.0' },
      'Checkov found nothing to check',
    ],
    [
      'Checkov whose summary counts more',
      checkov([], { failed: 1 }),
      'summary.failed: is 1, but the file shows 0',
    ],
    ['GitLab that failed', gitlab([], { status: 'failure' }), 'scan.status: is `failure`: the scan failed'],
    [
      'GitLab with a fatal message',
      gitlab([], { messages: [{ level: 'fatal' }] }),
      'scan.messages[0]: is a fatal',
    ],
    [
      'agent-scan of a path',
      agentScan([], { error: { is_failure: true } }),
      '.error: is an error of agent-scan',
    ],
    [
      'agent-scan of a server',
      agentScan([], { servers: [{ ...SERVER, error: { message: 'x' } }] }),
      '.servers[0].error: is an error of agent-scan',
    ],
    ['agent-scan with a failure code', agentScan(['X007']), 'is `X007`: the scan failed'],
    ['agent-scan without servers', agentScan([], { servers: null }), 'nothing was scanned'],
    [
      'agent-scan of a path that is not there',
      agentScan([], { servers: null, error: { is_failure: false } }),
      'nothing was',
    ],
    ['agent-scan that only inspected', agentScan([], { issues: undefined }), '`inspect` analyses nothing'],
    [
      'agent-scan 0.6 of a server',
      agentRisks({}, { error: { is_failure: true } }),
      'server_risks[0].error: is an error',
    ],
    ['agent-scan 0.6 of nothing', { scan_path_responses: [] }, 'nothing was scanned'],
    ['mcp-scanner without a tool', cisco(), 'scan_results: contains no item that was scanned'],
    ['mcp-scanner of a tool', cisco(tool({}, { status: 'failed' })), 'scan_results[0].status: is `failed`'],
    [
      'mcp-scanner with an analyzer that failed',
      cisco(tool({ llm_analyzer: { severity: 'UNKNOWN', total_findings: 1 } })),
      'findings.llm_analyzer.severity: is `UNKNOWN`: the analyzer failed',
    ],
    [
      'mcp-scanner that contradicts itself',
      cisco(tool({ llm_analyzer: { severity: 'HIGH', total_findings: 1 } }, { is_safe: true })),
      'scan_results[0].is_safe: is true, but there are 1 findings',
    ],
  ])('%s', async (_, content, message) => {
    expect(await refused(content)).toContain(message);
  });

  it.each<[string, unknown, string]>([
    ['Semgrep', semgrep(['SEVERE']), 'results[0].extra.severity: must be one of `critical`, `high`'],
    ['Bandit', bandit(['HIHG']), 'results[0].issue_severity: must be one of'],
    [
      'Trivy',
      trivy({ Vulnerabilities: [{ Severity: 'bad' }] }),
      'Results[0].Vulnerabilities[0].Severity: must be',
    ],
    ['Grype', grype('constructor'), 'matches[0].vulnerability.severity: must be one of'],
    ['Snyk', snyk([{ id: 'a' }]), 'vulnerabilities[0].severity: must be one of'],
    ['npm audit', npm({ a: 'bad' }), 'vulnerabilities.a.severity: must be one of'],
    ['Checkov', checkov(['bad']), 'results.failed_checks[0].severity: must be one of'],
    ['GitLab', gitlab(['bad']), 'vulnerabilities[0].severity: must be one of'],
    ['agent-scan', agentScan(['Q1']), 'must begin with `E`, `W`, `TF` or `X`, found `Q1`'],
    [
      'mcp-scanner',
      cisco(tool({ llm_analyzer: { severity: 'bad', total_findings: 1 } })),
      'scan_results[0].findings.llm_analyzer.severity: must be one of',
    ],
    ['gitleaks', [LEAK, { id: 1 }], '[1]: is not a secret that gitleaks found'],
    ['OSV-Scanner', osv({ groups: [{ ids: ['a'], max_severity: 'bad' }] }), 'max_severity: must be a number'],
  ])('%s with an unknown severity', async (_, content, message) => {
    expect(await refused(content)).toContain(message);
  });

  it('an empty list, as gitleaks writes it', async () => {
    expect(await refused([])).toContain('gitleaks with `--report-format sarif`');
  });

  it('the JSON of two scanners at once', async () => {
    expect(await refused({ ...semgrep([]), metrics: {} })).toContain(
      'is a security scan in two formats at once: Semgrep JSON and Bandit JSON',
    );
  });
});
