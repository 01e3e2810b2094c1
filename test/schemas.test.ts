import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { EXAMPLE_ARTIFACTS, exampleFlags } from '../scripts/example-artifacts.ts';
import { SCHEMAS, schemaFiles } from '../scripts/schemas.ts';
import { writeApprovalEnd, writeApprovalVerdict, writeHeldCall } from '../src/artifacts/approval/write.ts';
import { MATCHERS } from '../src/assertions/matcher-table.ts';
import { FACTS, factNames } from '../src/facts/catalog.ts';
import { toApprovalsReport } from '../src/features/gateway/enforce/approvals-report.ts';
import { verifyPackage } from '../src/features/package/verify.ts';
import { DETECTOR_IDS } from '../src/inspection/detector-ids.ts';
import { COMPARATOR_NAMES } from '../src/rules/comparators.ts';
import { evidenceWith } from './support/evidence-to-verify.ts';
import { callToHold, HELD_AT } from './support/held-samples.ts';
import { mutantsOf } from './support/mutants.ts';
import { NOW, runCli } from './support/run-cli.ts';
import { IDENTITY, ISSUER, signWithKey, sigstoreInstance, statementOn } from './support/sigstore.ts';
import { parseTranscript, type Transcript } from './support/transcript.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const example = (name: string) => read(`examples/policy/${name}`);

/** A suite of tests with every key that it may have. */
const TEST_SUITE = {
  version: '1',
  servers: {
    local: {
      stdio: { command: 'node', args: ['server.js'], env: { A: 'b', T: { from_env: 'TOKEN' } }, cwd: '.' },
      http: { url: 'http://127.0.0.1:3001/mcp', headers: { 'x-a': 'b' }, auth: { bearer_env: 'TOKEN' } },
    },
    remote: {
      url: 'https://example.org/mcp',
      auth: {
        client_credentials: { issuer: 'https://i.example.org', id_env: 'I', secret_env: 'S', scope: 'a b' },
      },
    },
    program: { command: 'node' },
  },
  defaults: { timeout: '10s', max_time: '1m30s', server: 'local', mask: [{ pattern: '[0-9]+' }] },
  setup: [{ tool: 'reset' }],
  teardown: [{ tool: 'reset', args: {}, timeout: '500ms' }],
  matrix: { protocol: ['legacy', '2026-07-28'], transport: ['stdio', 'http'] },
  tests: [
    {
      name: 'one',
      description: 'd',
      tags: ['fast'],
      server: 'local',
      tool: 'book',
      args: { day: 1 },
      client: {
        capabilities: { elicitation: { form: {} }, sampling: {} },
        answers: [
          { elicit: { accept: { date: '2026-12-01' } } },
          { elicit: { decline: true } },
          { elicit: { cancel: true } },
          { sample: { text: 't' } },
        ],
      },
      expect: {
        outcome: 'ok',
        text: 't',
        assertions: [
          {
            target: 'structuredContent.a',
            matcher: {
              exact: 1,
              contains: 'a',
              icontains: 'a',
              'contains-all': ['a'],
              regex: 'a',
              schema: { type: 'object' },
              min: 0,
              max: 1,
              one_of: [1],
              length: { min: 0, max: 3 },
              absent: false,
              not: { any: { every: { length: 3 } } },
            },
            message: 'm',
          },
        ],
        output_schema: true,
        snapshot: true,
        mask: [{ pointer: '/content/0/text' }],
        max_ms: 500,
      },
      serial: true,
      skip: 'reason',
      idempotent: true,
      unlisted: true,
      before: [{ prompt: 'p' }],
      verify: [{ resource: 'a:b', expect: { error: { code: -32602, message: { contains: 'a' } } } }],
      after: [],
      trials: 1,
    },
  ],
};

/** A rule set with every key that it may have. */
const RULE_SET = {
  version: '1',
  policies: [
    {
      id: 'p1',
      name: 'Approve prod DB writes off-hours',
      description: 'd',
      createdAt: '2026-06-01T12:00:00Z',
      toolPattern: 'db.*',
      action: 'require_approval',
      riskThreshold: null,
      signalCategory: 'destructive',
      context: {
        ip: { anyOf: ['10.0.0.0/8'], negate: true },
        time: {
          windows: [
            { days: [1, 2], start: '09:00', end: '24:00' },
            { start: '22:00', end: '06:00' },
          ],
          tz: 'America/New_York',
          negate: true,
        },
        resource: {
          environment: { anyOf: ['production'] },
          type: { anyOf: ['database'] },
          host: { anyOf: ['*.corp.com'], negate: false },
        },
        agent: { labels: { anyOf: ['ci'] } },
        mlThreatClass: { anyOf: ['malware'] },
      },
      priority: 50,
      enabled: true,
    },
    {
      name: 'Risk',
      toolPattern: '*',
      action: 'deny',
      riskThreshold: 80,
      signalCategory: null,
      context: null,
    },
  ],
  servers: [{ name: 'pg', environment: 'production', type: 'database', host: 'db.corp.com' }],
  inspection: { disabled: ['pii.email'] },
};

/** A manifest with everything that it may contain. */
const MANIFEST = {
  mock_server: {
    name: 'a',
    version: '2',
    instructions: '',
    tools: [
      {
        name: 'b',
        title: '',
        description: '',
        annotations: {
          title: '',
          readOnlyHint: true,
          destructiveHint: true,
          idempotentHint: true,
          openWorldHint: true,
        },
        input_schema: { type: 'object' },
        output_schema: { type: 'object' },
        response: {
          content: [
            { type: 'text', text: '' },
            { type: 'image', data: '', mimeType: '' },
            { type: 'resource_link', uri: 'u', name: 'n' },
            { type: 'resource', resource: { uri: 'u' } },
          ],
          structured_content: { a: 1 },
          is_error: true,
        },
      },
      { name: 'c', inputSchema: {}, outputSchema: {}, response: { structuredContent: {}, isError: false } },
      { name: 'd', response: { error: { code: -1, message: 'm' } } },
    ],
    resources: [
      { uri: 'u', name: 'n', mime_type: '', text: '' },
      { uri: 'v', name: 'n', mimeType: '', blob: '' },
    ],
    prompts: [
      {
        name: 'p',
        arguments: [{ name: 'a', required: true }],
        messages: [{ role: 'user', content: { type: 'text', text: '' } }],
      },
    ],
  },
};

/** An audit record with every key that is read. */
const AUDIT_RECORD = {
  id: 'call-1',
  at: '2026-06-01T12:00:00.5Z',
  tool: 'db.write',
  agent: { id: 'deploy-bot', labels: ['ci'], mlThreatClass: 'malware' },
  arguments: { table: 'users' },
  ip: '10.0.0.1',
  server: 'pg',
  resource: { environment: 'production', type: 'database', host: 'db.corp.com' },
  risk: 40,
  signals: [
    'pii',
    {
      category: 'secret',
      id: 'secret.jwt',
      severity: 'high',
      location: 'arguments.token',
      points: 45,
      evidence: 'ey**9w',
    },
  ],
  decision: 'require_approval',
  approval: { state: 'approved' },
  policy: 'Approve prod DB writes off-hours',
};

/** Realistic files for each schema, as people and programs write them. */
const SAMPLES: Readonly<Record<string, () => unknown[] | Promise<unknown[]>>> = {
  'all-report.v1': () => [golden('all/desk/runs/json.console')],
  'policy.v1': () => [parse(example('policy.yml')), parse(example('strict.yml'))],
  'policy-report.v1': async () => [
    await printed('simulate', '--policy', 'policy.yml'),
    await printed('simulate', '--policy', 'strict.yml', ...exampleFlags()),
  ],
  'facts.v1': async () => [await printed('facts', ...exampleFlags())],
  'fact-catalog.v1': async () => [await printed('facts')],
  'policy-check.v1': async () => [
    await printed('check', 'policy.yml'),
    await printed('check', 'policy.yml', '--warn-expiring', '36500d'),
  ],
  'suite.v1': () => [
    parse(read('examples/scenario-world/suite.yml')),
    parse(read('examples/scenario-support/suite.yml')),
  ],
  'scenario-report.v1': async () => [
    await printedOf('run', 'scenario-world', 'suite.yml'),
    await printedOf('run', 'scenario-world', 'impatient.yml'),
    await printedOf('run', 'scenario-support', 'reckless.yml'),
  ],
  'scenario-check.v1': async () => [
    await printedOf('check', 'scenario-support', 'suite.yml'),
    await printedOf('check', 'scenario-support', 'first.yml'),
  ],
  'catalog-diff.v1': () => [
    golden('diff/library/runs/json.console'),
    golden('diff/library/runs/same-json.console'),
  ],
  'rule-set.v1': () => [RULE_SET, RULE_SET.policies, RULE_SET.policies[0]],
  'gateway-verdict.v1': () => [
    golden('gateway-simulate/one-call/runs/json.console'),
    golden('gateway-simulate/one-call/runs/threshold.console'),
  ],
  'gateway-check.v1': () => [
    golden('gateway-check/findings/runs/json.console'),
    golden('gateway-check/clean/runs/json.console'),
  ],
  'gateway-policies.v1': () => [golden('gateway-policies-list/yaml/runs/list-json.console')],
  'judge-agreement.v1': () => [golden('judge-agreement/basic/runs/json.console')],
  'judge-correction.v1': () => [golden('judge-correct/basic/runs/json.console')],
  'tool-classes.v1': async () => [await classified(), await classified('--strict', '--context', 'generate')],
  'probe-comparison.v1': async () => [
    {
      schema_version: 'mcptest.dev/probe-comparison/v1',
      accepted: false,
      differences: [{ tool: 'a', message: 'is listed in 2026-07-28, and not in 2025-11-25' }],
      reports: [await probed(), await probed()],
    },
  ],
  'probe-report.v1': async () => [await probed(), await probed('--dry-run', '--max-calls', '4')],
  'mock-manifest.v1': () => [parse(read('examples/records/records.yaml')), MANIFEST],
  'test-suite.v1': async () => [await scaffolded(), TEST_SUITE],
  'backtest.v1': () => [
    golden('gateway-backtest/basic/runs/json.console'),
    golden('gateway-backtest/hostile/runs/json.console'),
  ],
  'gateway-suggest.v1': () => [golden('gateway-suggest/basic/runs/json.console')],
  'suggestions.v1': () => [
    JSON.parse(transcript('gateway-suggest/basic/runs/json.console').files['s.json'] ?? ''),
    JSON.parse(read('test/golden/gateway-suggestions-list/basic/settled.json')),
  ],
  'approval.v1': () => [
    JSON.parse(
      writeHeldCall({
        ...callToHold({ agent: 'bot', session: 's', trace: [{ policy: 'p', because: 'why' }] }),
        id: '0123456789abcdef',
      }),
    ),
    JSON.parse(writeApprovalVerdict({ verdict: 'denied', by: 'ann', at: HELD_AT })),
    JSON.parse(writeApprovalEnd({ end: 'abandoned', at: HELD_AT })),
  ],
  'approvals.v1': () => [
    toApprovalsReport(
      'approvals',
      [
        {
          held: { ...callToHold(), id: '0123456789abcdef' },
          verdict: { verdict: 'approved', by: 'ann', at: HELD_AT },
          end: { end: 'used', at: HELD_AT },
        },
      ],
      HELD_AT,
    ),
  ],
  'threat.v1': () => [{ agent: 'bot', class: 'jailbreak', at: '2026-06-01T12:00:00Z' }],
  'source-columns.v1': () => [{ at: 'time', tool: 'tool_name', 'agent.id': 'who', risk: null }],
  'source-credentials.v1': () => [{ user: 'reader', password: 'secret' }],
  'token-file.v1': () => [
    { tokens: [{ name: 'ann', token: 'a1b2c3', scopes: ['policies:read', 'approvals'] }] },
  ],
  'audit-record.v1': () => [
    AUDIT_RECORD,
    { tool: 't', at: '2026-06-01T12:00:00Z', decision: 'hold', ip: null },
  ],
  'evidence-verdict.v1': () => Promise.all(VERDICTS.map((flags) => printedVerdict(...flags))),
  'bundle-verdict.v1': () => [
    golden('evidence-verify-bundle/key/runs/json.console'),
    golden('evidence-verify-bundle/key/runs/json-rejected.console'),
  ],
  'tape-verify.v1': () => [
    {
      schema_version: 'mcptest.dev/tape-verify/v1',
      tape: 'session.jsonl',
      server: 'node server.js',
      accepted: false,
      counts: { same: 0, differs: 1, 'no-answer': 0, skipped: 1 },
      notes: ['a call was skipped before an answer that differs'],
      requests: [
        {
          row: 0,
          method: 'tools/call',
          name: 'a',
          outcome: 'differs',
          differences: [{ path: 'result.n', recorded: 1, now: [2] }, { path: 'result.m' }],
        },
        { row: 2, method: 'ping', outcome: 'skipped', reason: 'the server has ended', differences: [] },
      ],
    },
  ],
  'judge-label.v1': () => [
    ...read('examples/judge/few.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    { confidence: 0, correct: false, id: 7, group: 'g', order: 'ab', verdict: true, label: 1 },
  ],
  'tape.v1': () => [
    {
      schema_version: 'mcptest.dev/tape/v1',
      era: 'legacy',
      transport: 'http',
      client: { name: 'c', version: '1', protocol_version: '2025-11-25' },
      server: {},
      redaction: { env: ['TOKEN'], values: 1 },
    },
    {
      t: 3,
      dir: 'to_server',
      stream: 0,
      frame: { jsonrpc: '2.0', id: 1, method: 'ping' },
      headers: { ':method': 'POST' },
    },
    { t: 4, dir: 'to_client', stream: 0, frame: '//5B', encoding: 'base64' },
    { t: 4, closed: { by: 'server', code: 1, signal: 'SIGTERM' } },
  ],
  'cassette.v1': () => [
    JSON.parse(
      read('docs/cassettes.md').match(/^## The canonical form\n\n```json\n([\s\S]*?)^```$/m)?.[1] ?? '',
    ),
    {
      turns: [
        {
          tool_calls: [
            { name: 'a', arguments: '{}', isError: true },
            { name: 'b', input: {}, error: {} },
          ],
        },
      ],
      prompt: 'p',
    },
    { tool_calls: [{ name: 'a' }], final_response: 'r', conversation: { tokens: 1, turns: 1 } },
  ],
  'security-report.v1': () => [
    golden('security/poisoned/runs/json.console'),
    golden('security/suppressed/runs/json.console'),
    golden('security/pins/runs/changed-json.console'),
    golden('security/config/runs/json.console'),
  ],
  'security-rules.v1': () => [golden('security/poisoned/runs/rules-json.console')],
  'conformance-report.v1': () => [JSON.parse(read('test/golden/policy-facts/conformance/report.json'))],
  'expected-failures.v1': () => [parse(read('test/golden/conformance-run/refused/unknown.yml'))],
  'pins.v1': () => [JSON.parse(read('test/golden/security/pins/mcp.lock.json'))],
  'suppressions.v1': () => [parse(read('test/golden/security/suppressed/suppress.yml'))],
  'package-digests.v1': () => [
    { schema_version: 'mcptest.dev/package-digests/v1', files: { 'README.md': 'a'.repeat(64) } },
  ],
  'package-verdict.v1': () => [
    verifyPackage(
      new Map([
        ['a', '1'.repeat(64)],
        ['b', '2'.repeat(64)],
      ]),
      new Map([
        ['b', '3'.repeat(64)],
        ['c', '4'.repeat(64)],
      ]),
    ),
  ],
  'run.v1': () => [JSON.parse(example('run.json')), golden('run/formats/runs/json.console')],
  'judge-cert.v1': () => [JSON.parse(example('cert.json'))],
  'conformance.v1': () => [JSON.parse(example('conformance.json'))],
  'security.v1': () => [JSON.parse(example('security.json'))],
  'model-compat.v1': () => [JSON.parse(example('model-compat.json'))],
  'evidence.v1': () => [JSON.parse(example('evidence.json'))],
};

/** Verdicts of every shape: accepted, rejected, verified with a key and with a certificate. */
const VERDICTS: readonly (readonly string[])[] = [
  [],
  ['--max-age', '1s', '--repo', '.', '--require-signed'],
  ['--key', 'release.pub', '--require-origin'],
  ['--certificate-identity', IDENTITY, '--certificate-oidc-issuer', ISSUER, '--trusted-root', 'root.json'],
];

async function printedVerdict(...flags: string[]): Promise<unknown> {
  const artifact = JSON.stringify(evidenceWith());
  const spec = { artifact, statement: statementOn(artifact) };
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const sigstore = await sigstoreInstance();
  const bundle = flags.includes('--key') ? signWithKey(spec, privateKey) : await sigstore.signKeyless(spec);
  const files = {
    'evidence.json': artifact,
    'evidence.json.sigstore.json': JSON.stringify(bundle),
    'release.pub': publicKey.export({ type: 'spki', format: 'pem' }) as string,
    'root.json': JSON.stringify(sigstore.trustedRoot),
  };
  const args = ['evidence', 'verify', 'evidence.json', '--format', 'json', ...flags];
  const { stdout, stderr } = await runCli(args, { files });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

async function printed(...args: string[]): Promise<unknown> {
  const names = ['policy.yml', 'strict.yml', ...Object.values(EXAMPLE_ARTIFACTS)];
  const files = Object.fromEntries(names.map((name) => [name, example(name)]));
  const { stdout, stderr } = await runCli(['policy', ...args, '--format', 'json', '--now', NOW], { files });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** The JSON that a scenario command prints for an example. */
async function printedOf(command: string, folder: string, suite: string): Promise<unknown> {
  const inside = join(root, 'examples', folder);
  const names = readdirSync(inside, { recursive: true, encoding: 'utf8' });
  const files = Object.fromEntries(
    names
      .filter((name) => /\.(yml|json)$/.test(name))
      .map((name) => [name, readFileSync(join(inside, name), 'utf8')]),
  );
  const { stdout } = await runCli(['scenario', command, suite, '--format', 'json'], { files });
  return JSON.parse(stdout);
}

/** Tools of every class, with every kind of evidence and warning. */
const TOOLS = [
  { name: 'delete_all', annotations: { readOnlyHint: true, destructiveHint: true } },
  { name: 'get_a', annotations: { readOnlyHint: 'yes' } },
  { name: 'list_b', inputSchema: { type: 'object', properties: { sql: { type: 'string' } } } },
  { name: 'list_c', inputSchema: { type: 'object', properties: { action: { enum: ['get', 'delete'] } } } },
  { name: 'move_d', annotations: { readOnlyHint: false } },
  { name: 'drop_e' },
  { name: 'get_f', inputSchema: { type: 'object', properties: { a: false }, required: ['a'] } },
];

async function classified(...flags: string[]): Promise<unknown> {
  const files = { 'tools.json': JSON.stringify({ tools: TOOLS }) };
  const { stdout } = await runCli(['exec-policy', 'classify', 'tools.json', '--format', 'json', ...flags], {
    files,
  });
  return JSON.parse(stdout);
}

/** The JSON that a probe of a server with these tools prints. */
async function probed(...flags: string[]): Promise<unknown> {
  const server = [
    process.execPath,
    join(root, 'test/support/stdio-server.mjs'),
    JSON.stringify({ tools: TOOLS }),
  ];
  const { stdout } = await runCli(['probe', '--format', 'json', ...flags, '--', ...server]);
  return JSON.parse(stdout);
}

/** A suite as `mcptest scaffold` writes it, for tools that lead to every kind of test. */
async function scaffolded(): Promise<unknown> {
  const files = { 'tools.json': JSON.stringify({ tools: TOOLS }) };
  const result = await runCli(['scaffold', '--tools-from', 'tools.json', '--out', 'suite.yml'], { files });
  return parse(result.files['suite.yml'] ?? '');
}

/** The JSON that a golden run prints. */
function golden(run: string): unknown {
  const printed = transcript(run).printed.filter(({ stream }) => stream === 'stdout');
  return JSON.parse(printed.map(({ text }) => text).join(''));
}

function transcript(run: string): Transcript {
  return parseTranscript(read(`test/golden/${run}`));
}

/**
 * What a schema refuses in addition to the schema of the code: an editor marks it, while `policy simulate` leaves such a
 * rule unevaluated, and the readers of suites and rule sets refuse such a matcher or detector themselves.
 */
const MARKED: Readonly<Record<string, (value: unknown) => boolean>> = {
  'policy.v1': (policy) =>
    (policy as { rules: Record<string, unknown>[] }).rules.some(
      (rule) =>
        ![...factNames()].includes(String(rule.fact)) ||
        COMPARATOR_NAMES.filter((name) => Object.hasOwn(rule, name)).length !== 1,
    ),
  'suite.v1': (suite) =>
    (suite as { scenarios: { expect?: { matcher: object }[] }[] }).scenarios.some(({ expect = [] }) =>
      expect.some(({ matcher }) => Object.keys(matcher).some((key) => !Object.hasOwn(MATCHERS, key))),
    ),
  'rule-set.v1': (rules) =>
    ((rules as Partial<typeof RULE_SET>).inspection?.disabled ?? []).some(
      (id) => !DETECTOR_IDS.some((known) => known === id),
    ),
};

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });

function schemaOf(name: string): ValidateFunction {
  const schema = JSON.parse(read(`schemas/${name}.schema.json`));
  return ajv.getSchema(schema.$id) ?? ajv.compile(schema);
}

it('has samples for every schema', () => {
  expect(Object.keys(SAMPLES)).toEqual(Object.keys(SCHEMAS));
});

describe.each(Object.entries(SCHEMAS))('the schema %s', (name, { schema }) => {
  it('is the schema that the code uses', () => {
    const path = `schemas/${name}.schema.json`;
    expect(read(path), 'run `npm run generate`').toBe(schemaFiles().get(path));
  });

  let samples: readonly unknown[] = [];
  beforeAll(async () => {
    samples = (await SAMPLES[name]?.()) ?? [];
  });

  it('accepts realistic files', () => {
    const validate = schemaOf(name);
    for (const sample of samples) {
      validate(sample);
      expect(validate.errors).toBeNull();
      expect(z.safeParse(schema, sample).error).toBeUndefined();
    }
  });

  it('accepts and rejects the same mutations as the code', () => {
    const validate = schemaOf(name);
    const isMarked = MARKED[name] ?? (() => false);
    let refused = 0;
    for (const sample of samples) {
      for (const mutant of mutantsOf(sample, 'of-the-first')) {
        const accepted = z.safeParse(schema, mutant).success && !isMarked(mutant);
        if (!accepted) refused++;
        if (validate(mutant) !== accepted) expect.fail(disagreement(accepted, sample, mutant));
      }
    }
    expect(refused).toBeGreaterThan(10);
  });
});

it('accepts the examples in docs/artifacts.md', () => {
  const examples = [...read('docs/artifacts.md').matchAll(/^```json\n([\s\S]*?)^```$/gm)];
  const names = examples.map(([, text = '']) => {
    const value = JSON.parse(text);
    const name = String(value.schema_version).replace(/^mcptest\.dev\/(.*)\/v1$/, '$1.v1');
    const validate = schemaOf(name);
    validate(value);
    expect(validate.errors, name).toBeNull();
    return name;
  });
  expect(names).toEqual(Object.keys(SCHEMAS).slice(-names.length));
  expect(names).toHaveLength(6);
});

describe('the schema of policies, in an editor', () => {
  const validate = schemaOf('policy.v1');
  const withRule = (rule: object) => ({ version: '1', rules: [{ id: 'a', fact: 'run.failed', ...rule }] });

  it('accepts every policy of the examples, and every fact', () => {
    const policies = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' })
      // the pitfalls show what goes wrong
      .filter((path) => /\.ya?ml$/.test(path) && !path.startsWith('pitfalls'))
      .map((path) => [path, parse(read(join('examples', path)))] as const)
      .filter(([, policy]) => policy?.rules?.[0]?.fact !== undefined);
    expect(policies.length).toBeGreaterThan(2);
    for (const [path, policy] of policies) {
      validate(policy);
      expect(validate.errors, path).toBeNull();
    }
    for (const fact of factNames()) expect(validate(withRule({ fact, equals: 'x' })), fact).toBe(true);
  });

  it.each([
    ['a misspelt fact', { fact: 'run.faled', max: 0 }],
    ['a fact in other letters', { fact: 'Run.failed', max: 0 }],
    ['no comparator', {}],
    ['a second comparator', { max: 0, min: 0 }],
    ['three comparators', { max: 0, equals: 0, one_of: [0] }],
    ['a misspelt comparator', { maxx: 0 }],
  ])('marks %s', (_, rule) => {
    expect(validate(withRule({ max: 0 }))).toBe(true);
    expect(validate(withRule(rule))).toBe(false);
  });

  it.each(['misspelt', 'unknown-fact', 'two-comparators'])('marks the pitfall %s', (name) => {
    expect(validate(parse(read(`examples/pitfalls/${name}.yml`)))).toBe(false);
  });

  it('says of every fact what it is', () => {
    const { anyOf } = JSON.parse(read('schemas/policy.v1.schema.json')).properties.rules.items.properties
      .fact as { anyOf: { const: string; description: string }[] };
    const described = FACTS.map(({ name, type, description }) => ({
      const: name,
      description: `${type}: ${description}`,
    }));
    expect(anyOf).toEqual(described);
  });

  it('marks what the program reads all the same, and leaves unevaluated', async () => {
    const files = { 'policy.yml': JSON.stringify(withRule({ fact: 'run.faled', max: 0 })) };
    const args = ['policy', 'simulate', '--policy', 'policy.yml', '--json', '--now', NOW];
    const { exitCode, stdout } = await runCli(args, { files });
    expect({ exitCode, outcome: JSON.parse(stdout).rules[0].outcome }).toEqual({
      exitCode: 0,
      outcome: 'unevaluated',
    });
  });
});

describe('the schema of suites, in an editor', () => {
  const validate = schemaOf('test-suite.v1');

  const suites = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.ya?ml$/.test(path))
    .map((path) => [path, read(join('examples', path))] as const)
    .filter(([, text]) => /^# yaml-language-server: .*test-suite\.v1/.test(text));

  it('accepts every suite of the examples', () => {
    expect(suites.length).toBeGreaterThan(0);
    for (const [path, text] of suites) {
      validate(parse(text));
      expect(validate.errors, path).toBeNull();
    }
  });

  it('underlines every misspelt key', () => {
    const misspelt = [...misspellings(TEST_SUITE)];
    expect(misspelt.length).toBeGreaterThan(80);
    for (const { path, value } of misspelt) expect(validate(value), path).toBe(false);
  });

  it('explains every key', () => {
    const schema: unknown = JSON.parse(read('schemas/test-suite.v1.schema.json'));
    expect([...unexplained(schema, schema)]).toEqual([]);
  });
});

/** Keys whose values are named by the author, or mean something to others. */
const FREE = new Set([
  'args',
  'accept',
  'env',
  'headers',
  'schema',
  'elicitation',
  'sampling',
  'exact',
  'servers',
]);

/** Yields copies of a value in each of which one key is misspelt. */
function* misspellings(value: unknown, path = ''): Generator<{ path: string; value: unknown }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const isNamed = FREE.has(path.slice(path.lastIndexOf('.') + 1));
    const at = Array.isArray(value) ? path : `${path}.${key}`;
    const others = Object.entries(value).map(([name, each]) => [name, each] as [string, unknown]);
    const copy = (name: string, inner: unknown): unknown =>
      Array.isArray(value)
        ? value.with(Number(key), inner)
        : Object.fromEntries(others.map((each) => (each[0] === key ? [name, inner] : each)));
    if (!Array.isArray(value) && !isNamed) yield { path: at, value: copy(`${key}x`, member) };
    if (FREE.has(key) && key !== 'servers') continue;
    for (const inner of misspellings(member, at)) yield { path: inner.path, value: copy(key, inner.value) };
  }
}

/** Yields the paths of properties without a description, theirs or that of what they refer to. */
function* unexplained(schema: unknown, whole: unknown, path = ''): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, member] of Object.entries(schema)) {
    if (key === 'properties') {
      for (const [name, property] of Object.entries(member as Record<string, Record<string, unknown>>)) {
        // a condition on a key, such as that it is there
        if (Object.keys(property).length > 0 && !isExplained(property, whole)) yield `${path}.${name}`;
        yield* unexplained(property, whole, `${path}.${name}`);
      }
    } else yield* unexplained(member, whole, `${path}/${key}`);
  }
}

function isExplained({ description, $ref }: Record<string, unknown>, whole: unknown): boolean {
  if (description !== undefined || typeof $ref !== 'string') return description !== undefined;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce((at, key) => (at as Record<string, unknown>)[key], whole);
  return isExplained(target as Record<string, unknown>, whole);
}

function disagreement(accepted: boolean, sample: unknown, mutant: unknown): string {
  const lines = JSON.stringify(sample, null, 1).split('\n');
  const changed = JSON.stringify(mutant, null, 1)
    .split('\n')
    .filter((line) => !lines.includes(line));
  return `the code ${accepted ? 'accepts' : 'refuses'} what the schema does not: ${changed.join('\n')}`;
}
