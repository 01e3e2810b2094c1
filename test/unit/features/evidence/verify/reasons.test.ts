import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  CHECK_NAMES,
  REASON_CODES,
  REASONS,
  type ReasonCode,
} from '../../../../../src/features/evidence/verify/reasons.ts';
import type { EvidenceVerdict } from '../../../../../src/features/evidence/verify/verdict-schema.ts';
import { type Answers, COMMIT, evidenceWith, gitSaying } from '../../../../support/evidence-to-verify.ts';
import { NOW, runCli } from '../../../../support/run-cli.ts';
import {
  type BundleJson,
  IDENTITY,
  ISSUER,
  pemOf,
  type SignSpec,
  signWithKey,
  sigstoreInstance,
  statementOn,
} from '../../../../support/sigstore.ts';

/** One way to be rejected: evidence that is fine, and what is changed about it. */
interface Scenario {
  readonly changes?: Record<string, unknown>;
  readonly flags?: readonly string[];
  /** Files beside the artifact. */
  readonly files?: Record<string, string>;
  readonly git?: Answers;
  /** How it is signed, with a certificate or with the key; and what is done to the bundle after that. */
  readonly keyless?: Partial<SignSpec>;
  readonly keyed?: Partial<SignSpec>;
  /** Only the signature and the certificate are kept, as cosign did before it had bundles. */
  readonly isPair?: boolean;
  readonly damage?: (bundle: BundleJson) => void;
}

const pair = generateKeyPairSync('ed25519');
const publicKey = (key: typeof pair.publicKey) => key.export({ type: 'spki', format: 'pem' }) as string;
const KEY = ['--key', 'release.pub'];
const WHO = [
  '--certificate-identity',
  IDENTITY,
  '--certificate-oidc-issuer',
  ISSUER,
  '--trusted-root',
  'root.json',
];
// keyless signatures are of today
const TODAY = ['--now', new Date(Date.now() + 1000).toISOString()];

const SCENARIOS: Readonly<Record<ReasonCode, Scenario>> = {
  'schema-version': { changes: { schema_version: undefined } },
  counts: { changes: { grades: { tests_total: 1, tests_passed: 1, tests_failed: -1 } } },
  'no-tests': { changes: { grades: { tests_total: 3, tests_passed: 0, tests_failed: 0 } } },
  origin: { changes: { unverifiable_origin: true } },
  'origin-required': {
    changes: { source: undefined, unverifiable_origin: true },
    flags: ['--require-origin'],
  },
  'commit-sha': { changes: { source: { commit_sha: '--output=x' } } },
  'generated-at': { changes: { generated_at: 'yesterday' } },
  'generated-in-future': { changes: { generated_at: '2026-06-01T00:05:01Z' } },
  'signed-before-generated': {
    changes: { generated_at: '2100-01-01T00:00:00Z' },
    keyless: {},
    flags: [...WHO, '--now', '2100-01-02T00:00:00Z'],
  },
  'run-report-differs': {
    files: { 'run.json': '{"summary":{"total":2,"passed":1,"failed":1}}' },
    flags: ['--run-report', 'run.json'],
  },
  stale: { flags: ['--max-age', '1h'] },
  'age-unknown': { changes: { generated_at: undefined }, flags: ['--max-age', '1h'] },
  'signed-in-future': {
    keyless: {},
    flags: [...WHO, '--now', NOW],
    changes: { generated_at: NOW },
  },
  'not-an-ancestor': { git: { isAncestor: false }, flags: ['--repo', '.'] },
  'ancestry-unknown': { git: { isAncestor: false, isShallow: true }, flags: ['--repo', '.'] },
  'ancestry-no-commit': {
    changes: { source: undefined, unverifiable_origin: true },
    git: { isAncestor: true },
    flags: ['--repo', '.'],
  },
  'signature-missing': { flags: ['--require-signed'] },
  'signature-empty': {
    files: { 'evidence.json.sig': '\n', 'evidence.json.cert': 'x' },
    flags: ['--require-signed'],
  },
  'signature-malformed': {
    files: { 'evidence.json.sig': 'AAAA', 'evidence.json.cert': 'not a certificate' },
    flags: ['--require-signed'],
  },
  'bundle-missing': { keyless: {}, isPair: true, flags: [...WHO, ...TODAY] },
  'bundle-type': { keyed: {}, damage: (bundle) => (bundle.mediaType += ';x'), flags: KEY },
  'artifact-mismatch': { keyed: { artifact: 'other', statement: undefined }, flags: KEY },
  'statement-type': { keyed: { statement: { ...statementOn(''), predicateType: 'x' } }, flags: KEY },
  'subject-mismatch': { keyed: { statement: statementOn('other') }, flags: KEY },
  'predicate-mismatch': {
    changes: { grades: { tests_total: 2, tests_passed: 2, tests_failed: 0 } },
    keyed: {},
    flags: KEY,
  },
  'signature-invalid': {
    keyed: {},
    damage: ({ dsseEnvelope }) => (dsseEnvelope.signatures[0].sig = 'AAAA'),
    flags: KEY,
  },
  'key-mismatch': { keyless: {}, flags: KEY },
  'certificate-missing': { keyed: {}, flags: WHO },
  'certificate-untrusted': { keyless: {}, flags: [...WHO.slice(0, 4), ...TODAY] },
  'time-unverified': { keyless: { log: 'none' }, flags: [...WHO, ...TODAY] },
  'log-unverified': { keyless: { entry: { signature: 'AAAA' } }, flags: [...WHO, ...TODAY] },
  'identity-mismatch': { keyless: { identity: `${IDENTITY}x` }, flags: [...WHO, ...TODAY] },
  'issuer-mismatch': { keyless: { issuer: `${ISSUER}/x` }, flags: [...WHO, ...TODAY] },
  'source-mismatch': {
    keyless: { extensions: [{ oid: '1.3.6.1.4.1.57264.1.13', value: 'f'.repeat(40) }] },
    flags: [...WHO, ...TODAY],
  },
};

let sigstore: Awaited<ReturnType<typeof sigstoreInstance>>;
beforeAll(async () => {
  sigstore = await sigstoreInstance();
});

async function verdictOn({
  changes,
  flags = [],
  files,
  git,
  keyless,
  keyed,
  damage,
  isPair = false,
}: Scenario) {
  const artifact = JSON.stringify(evidenceWith(changes));
  const spec = { artifact, statement: statementOn(artifact) };
  const bundle = keyless
    ? await sigstore.signKeyless({ ...spec, ...keyless })
    : keyed && signWithKey({ ...spec, ...keyed } as SignSpec, pair.privateKey);
  damage?.(bundle);
  const format = flags.includes('--format') ? [] : ['--format', 'json'];
  return runCli(['evidence', 'verify', 'evidence.json', ...format, ...flags], {
    files: {
      'evidence.json': artifact,
      'release.pub': publicKey(pair.publicKey),
      'root.json': JSON.stringify(sigstore.trustedRoot),
      ...(bundle && signatureFiles(bundle, isPair)),
      ...files,
    },
    ...(git && { processes: gitSaying(git) }),
  });
}

function signatureFiles(bundle: BundleJson, isPair: boolean): Record<string, string> {
  if (!isPair) return { 'evidence.json.sigstore.json': JSON.stringify(bundle) };
  const { certificate } = bundle.verificationMaterial;
  return {
    'evidence.json.sig': bundle.dsseEnvelope.signatures[0].sig,
    'evidence.json.cert': Buffer.from(pemOf(Buffer.from(certificate.rawBytes, 'base64'))).toString('base64'),
  };
}

it.each(Object.entries(SCENARIOS))('rejects for %s', async (code, scenario) => {
  const { exitCode, stdout, stderr } = await verdictOn(scenario);
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
  const verdict = JSON.parse(stdout) as EvidenceVerdict;
  expect(verdict.reasons.map((reason) => reason.code)).toContain(code);
  const { check } = REASONS[code as ReasonCode];
  expect(verdict).toMatchObject({ accepted: false, attested: false, checks: { [check]: 'failed' } });
  expect(verdict.signature.verified).toBe(verdict.checks.signature === 'verified');
});

it.each([[[]], [['--require-signed']], [KEY]])(
  'rejects a statement that contradicts the artifact, whatever flag asks about it: %j',
  async (flags) => {
    const changes = { grades: { tests_total: 3, tests_passed: 3, tests_failed: 0 } };
    const { exitCode, stdout } = await verdictOn({ changes, keyed: {}, flags });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout).reasons).toMatchObject([{ code: 'predicate-mismatch' }]);
  },
);

it('rejects an artifact that does not say when its run ended, whatever else is asked', async () => {
  const { exitCode, stdout } = await verdictOn({ changes: { generated_at: undefined } });
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout).reasons).toMatchObject([
    { code: 'generated-at', message: 'generated_at is missing' },
  ]);
});

it.each<[string, Scenario, Partial<EvidenceVerdict['checks']>]>([
  ['without any flag', {}, { freshness: 'not-checked', ancestry: 'not-checked', signature: 'not-checked' }],
  ['that is young', { flags: ['--max-age', '1d'] }, { freshness: 'passed' }],
  ['of this history', { git: { isAncestor: true }, flags: ['--repo', '.'] }, { ancestry: 'passed' }],
  [
    'of a shallow history that is long enough',
    { git: { isAncestor: true, isShallow: true }, flags: ['--repo', '.'] },
    { ancestry: 'passed' },
  ],
  ['with a bundle beside it', { keyed: {}, flags: ['--require-signed'] }, { signature: 'present' }],
  [
    'with a pair beside it',
    { keyless: {}, isPair: true, flags: ['--require-signed'] },
    { signature: 'present' },
  ],
  ['signed with the key', { keyed: {}, flags: KEY }, { signature: 'verified' }],
  ['signed by the identity', { keyless: {}, flags: [...WHO, ...TODAY] }, { signature: 'verified' }],
  [
    'signed by a job on this commit',
    {
      changes: { source: { repo: 'git@github.com:acme/weather.git', commit_sha: COMMIT } },
      keyless: {
        extensions: [
          { oid: '1.3.6.1.4.1.57264.1.12', value: 'https://github.com/acme/weather' },
          { oid: '1.3.6.1.4.1.57264.1.13', value: COMMIT },
          { oid: '1.3.6.1.4.1.57264.1.3', value: COMMIT, legacy: true },
          { oid: '1.3.6.1.4.1.57264.1.5', value: 'acme/weather', legacy: true },
        ],
      },
      flags: [...WHO, ...TODAY],
    },
    { signature: 'verified' },
  ],
])('accepts evidence %s', async (_, scenario, checks) => {
  const { exitCode, stdout, stderr } = await verdictOn(scenario);
  expect(stderr).toBe('');
  const verdict = JSON.parse(stdout) as EvidenceVerdict;
  expect(verdict).toMatchObject({ accepted: true, attested: true, reasons: [], checks });
  expect(exitCode).toBe(0);
});

it('states for every code what it means and what to do', () => {
  expect(Object.keys(SCENARIOS).sort()).toEqual([...REASON_CODES].sort());
  for (const { check, title, help } of Object.values(REASONS)) {
    expect(CHECK_NAMES).toContain(check);
    for (const text of [title, help]) expect(text).toMatch(/^(?![A-Z][a-z]).*[^.]$/);
  }
});

it.each<[string, Record<string, unknown>, string]>([
  ['stale', { generated_at: '2020-01-01T00:00:00Z' }, 'the run ended at 2020-01-01T00:00:00Z'],
  ['age-unknown', { generated_at: undefined }, 'generated_at is missing'],
])('is not made fresh by a new signature: %s', async (code, changes, message) => {
  const { exitCode, stdout } = await verdictOn({
    changes,
    keyless: {},
    flags: [...WHO, '--max-age', '1h', ...TODAY],
  });
  const { reasons, signature } = JSON.parse(stdout) as EvidenceVerdict;
  expect(reasons.find((reason) => reason.code === code)?.message).toContain(message);
  expect(signature.verified).toBe(true);
  expect(exitCode).toBe(1);
});

describe('a bundle without a flag that asks for it', () => {
  it.each<[string, Scenario, string[]]>([
    ['about this artifact is no objection', { keyed: {} }, []],
    ['about another file', { keyed: { statement: statementOn('other') } }, ['subject-mismatch']],
    [
      'about another file, without a statement',
      { keyed: { artifact: 'other', statement: undefined } },
      ['artifact-mismatch'],
    ],
    ['that is malformed is no objection', { keyed: {}, damage: (bundle) => delete bundle.dsseEnvelope }, []],
    ['that says something else is no objection', { keyed: { payloadType: 'text/plain' } }, []],
    [
      'about another file where presence is wanted',
      { keyed: { statement: statementOn('other') }, flags: ['--require-signed'] },
      ['subject-mismatch'],
    ],
  ])('%s', async (_, scenario, codes) => {
    const { stdout } = await verdictOn(scenario);
    const { reasons, signature } = JSON.parse(stdout) as EvidenceVerdict;
    expect(reasons.map(({ code }) => code)).toEqual(codes);
    expect(signature).toEqual({ present: true, verified: false });
  });
});

it.each<[string, Scenario, string]>([
  ['unsigned', {}, 'ACCEPTED  evidence.json  not signed\n'],
  [
    'whose signature nobody verified',
    { keyed: {}, flags: ['--require-signed'] },
    'ACCEPTED  evidence.json  signature not verified\n',
  ],
  ['whose signature is verified', { keyed: {}, flags: KEY }, 'ACCEPTED  evidence.json\n'],
])('says of evidence in the first line that it is %s', async (_, scenario, line) => {
  const { stdout } = await verdictOn({
    ...scenario,
    flags: [...(scenario.flags ?? []), '--format', 'pretty'],
  });
  expect(stdout.slice(0, line.length)).toBe(line);
});
