import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EvidenceVerdict } from '../../src/features/evidence/verify/verdict-schema.ts';
import { COMMIT, evidenceWith } from '../support/evidence-to-verify.ts';
import { mutantsOf } from '../support/mutants.ts';
import { runCli } from '../support/run-cli.ts';
import {
  type BundleJson,
  IDENTITY,
  ISSUER,
  signWithKey,
  sigstoreInstance,
  statementOn,
} from '../support/sigstore.ts';

const pair = generateKeyPairSync('ed25519');
const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }) as string;
const ARTIFACT = JSON.stringify(evidenceWith());
const keyed = signWithKey({ artifact: ARTIFACT, statement: statementOn(ARTIFACT) }, pair.privateKey);

let sigstore: Awaited<ReturnType<typeof sigstoreInstance>>;
let keyless: Record<'v1' | 'v2', BundleJson>;
beforeAll(async () => {
  sigstore = await sigstoreInstance();
  const spec = { artifact: ARTIFACT, statement: statementOn(ARTIFACT) };
  keyless = {
    v1: await sigstore.signKeyless({ ...spec, log: 'v1', timestamp: true }),
    v2: await sigstore.signKeyless({ ...spec, log: 'v2' }),
  };
});

const KEY = ['--key', 'release.pub'];
const WHO = ['--certificate-identity', IDENTITY, '--certificate-oidc-issuer', ISSUER];

async function verdictOn(artifact: string, bundle: unknown, flags: readonly string[]) {
  const files = {
    'evidence.json': artifact,
    'evidence.json.sigstore.json': typeof bundle === 'string' ? bundle : JSON.stringify(bundle),
    'release.pub': publicKey,
    'root.json': JSON.stringify(sigstore.trustedRoot),
  };
  const { exitCode, stdout, stderr } = await runCli(
    ['evidence', 'verify', 'evidence.json', '--format', 'json', ...flags],
    { files },
  );
  if (exitCode === 2) return undefined;
  expect(stderr).toBe('');
  const verdict = JSON.parse(stdout) as EvidenceVerdict;
  // a verdict gives its answer in four ways, which agree
  expect(exitCode).toBe(verdict.accepted ? 0 : 1);
  expect(verdict.reasons.length === 0).toBe(verdict.accepted);
  if (verdict.attested) expect(verdict.accepted).toBe(true);
  if (verdict.signature.verified) expect(verdict.checks.signature).toBe('verified');
  return verdict;
}

describe('a signature', () => {
  it('becomes invalid when any character of the artifact changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(ARTIFACT.length - 1), fc.integer({ min: 32, max: 126 }), async (at, code) => {
        const changed = ARTIFACT.slice(0, at) + String.fromCharCode(code) + ARTIFACT.slice(at + 1);
        fc.pre(changed !== ARTIFACT);
        // a file that is no longer evidence is not judged
        expect((await verdictOn(changed, keyed, KEY))?.accepted ?? false).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it.each(['v1', 'v2'] as const)('in a log of %s is accepted unchanged', async (log) => {
    const flags = [...WHO, '--trusted-root', 'root.json', '--now', new Date(Date.now() + 1000).toISOString()];
    expect(await verdictOn(ARTIFACT, keyless[log], flags)).toMatchObject({ accepted: true });
  });

  // an attacker can write anything into a bundle: the program must neither trust it nor crash
  it.each(['v1', 'v2'] as const)(
    'is rejected, or keeps its signer, whatever is put into a bundle of %s',
    async (log) => {
      const flags = [
        ...WHO,
        '--trusted-root',
        'root.json',
        '--now',
        new Date(Date.now() + 5000).toISOString(),
      ];
      const mutants = [...mutantsOf(keyless[log])].filter((_, index) => index % 7 === 0);
      expect(mutants.length).toBeGreaterThan(60);
      for (const mutant of mutants) {
        const verdict = await verdictOn(ARTIFACT, mutant, flags);
        expect(verdict).toBeDefined();
        if (verdict?.accepted) expect(verdict.signature.identity).toBe(IDENTITY);
      }
    },
    60_000,
  );

  it('is rejected, whatever text is called a bundle', async () => {
    const text = fc.oneof(fc.string(), fc.json(), fc.constantFrom('', '{', '[]', 'null', '{"mediaType":1}'));
    await fc.assert(
      fc.asyncProperty(text, async (bundle) => {
        for (const flags of [KEY, WHO, ['--require-signed']]) {
          expect((await verdictOn(ARTIFACT, bundle, flags))?.accepted).toBe(false);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('a verdict', () => {
  const flags = ['--max-age', '30d', '--require-origin'];

  it('is a rejection when anything that the checks need is removed', async () => {
    expect(await verdictOn(ARTIFACT, keyed, flags)).toMatchObject({ accepted: true });
    for (const key of ['schema_version', 'source', 'generated_at', 'grades']) {
      const without = JSON.stringify(evidenceWith({ [key]: undefined }));
      expect((await verdictOn(without, keyed, flags))?.accepted, key).toBe(false);
    }
  });

  it('does not get better as time passes', async () => {
    const start = Date.parse('2026-05-31T12:00:00Z');
    const minutes = fc.integer({ min: 0, max: 100_000 });
    await fc.assert(
      fc.asyncProperty(minutes, minutes, async (one, other) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)];
        const at = (offset: number) =>
          verdictOn(ARTIFACT, keyed, [
            '--max-age',
            '30d',
            '--now',
            new Date(start + offset * 60_000).toISOString(),
          ]);
        const [before, after] = [await at(early), await at(late)];
        if (after?.accepted) expect(before?.accepted).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('never crashes the program, whatever the artifact says', async () => {
    const odd = evidenceWith({ source: { repo: 'x', branch: 'y', commit_sha: COMMIT }, reproducible: true });
    let judged = 0;
    for (const mutant of mutantsOf(odd)) {
      if ((await verdictOn(JSON.stringify(mutant), keyed, ['--max-age', '1d', '--repo', '.'])) !== undefined)
        judged++;
    }
    expect(judged).toBeGreaterThan(20);
  });
});
