import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvidenceVerdict } from '../../src/features/evidence/verify/verdict-schema.ts';
import { main } from '../../src/main.ts';
import { nodeFiles } from '../../src/node/files.ts';
import { nodeProcesses } from '../../src/node/processes.ts';
import { sha256 } from '../../src/node/sha256.ts';
import { evidenceWith } from '../support/evidence-to-verify.ts';
import { NOW } from '../support/run-cli.ts';
import { IDENTITY, ISSUER, signWithKey, sigstoreInstance, statementOn } from '../support/sigstore.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcptest-verify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (...path: string[]) => join(folder, ...path);

/** Runs the program with the real files and programs of this machine. */
async function mcptest(argv: readonly string[], env: Record<string, string> = {}) {
  let [stdout, stderr] = ['', ''];
  const exitCode = await main({
    argv,
    env: { PATH: process.env.PATH ?? '', ...env },
    files: nodeFiles(),
    processes: nodeProcesses(),
    stdout: { isTerminal: false, write: (text) => (stdout += text) },
    stderr: { isTerminal: false, write: (text) => (stderr += text) },
    sha256,
    systemTime: () => Date.parse(NOW),
    onInterrupt: () => () => {},
  });
  return { exitCode, stdout, stderr };
}

async function verdictOn(path: string, flags: readonly string[], env?: Record<string, string>) {
  const { stdout, stderr, exitCode } = await mcptest(
    ['evidence', 'verify', path, '--format', 'json', ...flags],
    env,
  );
  expect(stderr).toBe('');
  const verdict = JSON.parse(stdout) as EvidenceVerdict;
  expect(exitCode).toBe(verdict.accepted ? 0 : 1);
  return verdict;
}

describe('ancestry, as git reports it', () => {
  const git = (repo: string, ...args: string[]) =>
    execFileSync('git', ['-C', at(repo), ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    }).trim();
  const commit = (repo: string, message: string) => {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
    git(repo, ...who, 'commit', '--quiet', '--allow-empty', '-m', message);
    return git(repo, 'rev-parse', 'HEAD');
  };
  const commits = { first: '', second: '', third: '', sibling: '' };

  beforeAll(() => {
    mkdirSync(at('repo'));
    git('repo', 'init', '--quiet', '--initial-branch=main');
    commits.first = commit('repo', 'first');
    git('repo', 'checkout', '--quiet', '-b', 'side');
    commits.sibling = commit('repo', 'sibling');
    git('repo', 'checkout', '--quiet', 'main');
    commits.second = commit('repo', 'second');
    commits.third = commit('repo', 'third');
    git('repo', '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'tag', '-a', '-m', 'tag', 'v1');
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${at('repo')}`, at('shallow')]);
  });

  async function codesFor(sha: string, flags: readonly string[] = [], env?: Record<string, string>) {
    const path = at('evidence.json');
    writeFileSync(path, JSON.stringify(evidenceWith({ source: { commit_sha: sha } })));
    const { reasons, checks } = await verdictOn(path, ['--repo', at('repo'), ...flags], env);
    const codes = reasons.map(({ code }) => code);
    expect(checks.ancestry).toBe(codes.length === 0 ? 'passed' : 'failed');
    return codes;
  }

  it('accepts a commit in the history of HEAD, or of another ref', async () => {
    for (const sha of [commits.first, commits.third, commits.first.toUpperCase()])
      expect(await codesFor(sha)).toEqual([]);
    expect(await codesFor(commits.sibling, ['--ref', 'side'])).toEqual([]);
    expect(await codesFor(commits.first, ['--ref', 'v1'])).toEqual([]);
  });

  it('rejects a commit of a sibling branch', async () => {
    expect(await codesFor(commits.sibling)).toEqual(['not-an-ancestor']);
    expect(await codesFor(commits.third, ['--ref', 'side'])).toEqual(['not-an-ancestor']);
  });

  it.each([
    ['a commit that is not there', () => codesFor('ab'.repeat(20))],
    ['the hash of a tag', () => codesFor(git('repo', 'rev-parse', 'v1'))],
    ['a ref that is not there', () => codesFor(commits.first, ['--ref', 'nowhere'])],
    ['a ref that looks like an option', () => codesFor(commits.first, ['--ref', '-x'])],
  ])('knows nothing of %s', async (_, codes) => {
    expect(await codes()).toEqual(['ancestry-unknown']);
  });

  it('never reads a commit as an option', async () => {
    const output = at('written');
    for (const sha of [`--output=${output}`, '\u0000', '-h', '--help', '--all']) {
      expect(await codesFor(sha)).toEqual(['commit-sha', 'ancestry-unknown']);
    }
    expect(nodeFiles().realPath(output)).toBeNull();
  });

  it('does not take a shallow clone for a disproof', async () => {
    const path = at('evidence.json');
    const ask = (sha: string, message: string) => {
      writeFileSync(path, JSON.stringify(evidenceWith({ source: { commit_sha: sha } })));
      return verdictOn(path, ['--repo', at('shallow')]).then(({ reasons }) =>
        message === ''
          ? expect(reasons).toEqual([])
          : expect(reasons).toMatchObject([
              { code: 'ancestry-unknown', message: expect.stringContaining(message) },
            ]),
      );
    };
    await ask(commits.first, 'the clone is shallow and does not have the commit');
    await ask(commits.third, '');
    execFileSync('git', ['-C', at('shallow'), 'fetch', '--quiet', '--depth', '1', 'origin', 'side']);
    await ask(commits.sibling, 'may be cut off');
  });

  it('ignores replace refs, grafts and git variables', async () => {
    git('repo', 'replace', '--graft', commits.third, commits.sibling);
    writeFileSync(at('repo', '.git', 'info', 'grafts'), `${commits.second} ${commits.sibling}\n`);
    expect(await codesFor(commits.sibling)).toEqual(['not-an-ancestor']);
    expect(await codesFor(commits.first)).toEqual([]);
    process.env.GIT_DIR = at('shallow', '.git');
    try {
      expect(await codesFor(commits.first, [], { GIT_DIR: at('shallow', '.git') })).toEqual([]);
    } finally {
      delete process.env.GIT_DIR;
    }
  });

  it('is unknown without a repository, a folder or git', async () => {
    const path = at('evidence.json');
    writeFileSync(path, JSON.stringify(evidenceWith({ source: { commit_sha: commits.first } })));
    mkdirSync(at('empty'));
    for (const repo of [at('empty'), at('nowhere'), path]) {
      expect((await verdictOn(path, ['--repo', repo])).reasons).toMatchObject([{ code: 'ancestry-unknown' }]);
    }
    const searchPath = process.env.PATH;
    process.env.PATH = at('empty');
    try {
      const { reasons } = await verdictOn(path, ['--repo', at('repo')]);
      expect(reasons).toMatchObject([{ message: expect.stringContaining('git could not be run') }]);
    } finally {
      process.env.PATH = searchPath;
    }
  });
});

describe('from the run to the verdict', () => {
  const RUN = {
    schema_version: 'mcptest.dev/run/v1',
    ended_at: '2026-05-31T12:00:00Z',
    summary: { total: 2, passed: 2, failed: 0 },
    servers: [{ name: 'weather', transport: 'stdio', auth: 'none' }],
    source: { repo: 'https://github.com/acme/weather', commit_sha: '1f2e'.repeat(10) },
  };
  const codes = ({ reasons }: EvidenceVerdict) => reasons.map(({ code }) => code);

  it('with a key: signed, verified, changed, rejected', async () => {
    const [run, evidence, key] = [at('run.json'), at('signed.json'), at('release')];
    writeFileSync(run, JSON.stringify(RUN));
    expect(await mcptest(['evidence', 'keygen', '--out', key])).toMatchObject({ exitCode: 0 });
    expect(await mcptest(['evidence', run, '--out', evidence, '--sign-key', `${key}.key`])).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('signed by the key'),
    });
    const flags = ['--key', `${key}.pub`, '--run-report', run, '--max-age', '2d', '--require-signed'];
    const verdict = await verdictOn(evidence, flags);
    expect(verdict).toMatchObject({ accepted: true, attested: true, checks: { signature: 'verified' } });
    expect(verdict.signature.key).toMatch(/^[0-9a-f]{64}$/);

    const text = readFileSync(evidence, 'utf8');
    writeFileSync(evidence, text.replace('"tests_passed": 2', '"tests_passed": 1'));
    const changed = await verdictOn(evidence, flags);
    expect(codes(changed)).toEqual(['run-report-differs', 'subject-mismatch']);
    expect(changed.signature).toMatchObject({ present: true, verified: false });

    // one byte that changes no value
    writeFileSync(evidence, `${text} `);
    expect(codes(await verdictOn(evidence, flags))).toEqual(['subject-mismatch']);
    // also by who knows no key
    expect(codes(await verdictOn(evidence, []))).toEqual(['subject-mismatch']);
    writeFileSync(evidence, text);
    const { exitCode, stdout } = await mcptest(['evidence', 'verify', evidence, '--require-signed']);
    expect({ exitCode }).toEqual({ exitCode: 0 });
    expect(stdout).toContain('presence only, no signature was verified');
  });

  it('keyless: signed, verified, changed, rejected', async () => {
    const [run, evidence, root] = [at('run.json'), at('keyless.json'), at('root.json')];
    writeFileSync(run, JSON.stringify({ ...RUN, ended_at: new Date().toISOString() }));
    expect(await mcptest(['evidence', run, '--out', evidence])).toMatchObject({ exitCode: 0 });
    const sigstore = await sigstoreInstance();
    writeFileSync(root, JSON.stringify(sigstore.trustedRoot));
    // as `cosign sign-blob --bundle` does
    const bundle = await sigstore.signKeyless({ artifact: readFileSync(evidence) });
    writeFileSync(`${evidence}.sigstore.json`, JSON.stringify(bundle));
    const who = [
      '--certificate-identity',
      IDENTITY,
      '--certificate-oidc-issuer',
      ISSUER,
      '--trusted-root',
      root,
    ];
    const now = ['--now', new Date(Date.now() + 1000).toISOString()];
    const verdict = await verdictOn(evidence, [...who, ...now, '--max-age', '1h']);
    expect(verdict).toMatchObject({
      accepted: true,
      checks: { freshness: 'passed', signature: 'verified' },
      signature: { identity: IDENTITY, issuer: ISSUER, trusted_root: { source: root } },
    });

    writeFileSync(evidence, `${readFileSync(evidence, 'utf8')}\n`);
    expect(codes(await verdictOn(evidence, [...who, ...now]))).toEqual(['artifact-mismatch']);
  });
});

describe('verify-bundle', () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = at('verify-bundle.pub');
  beforeAll(() => writeFileSync(key, pair.publicKey.export({ type: 'spki', format: 'pem' })));

  it('takes a file of 300 MB', async () => {
    const [large, bundle] = [at('large'), at('large.sigstore.json')];
    openSync(large, 'w');
    truncateSync(large, 300_000_000);
    const bytes = readFileSync(large);
    writeFileSync(
      bundle,
      JSON.stringify(signWithKey({ artifact: bytes, statement: statementOn(bytes) }, pair.privateKey)),
    );
    const verify = () => mcptest(['evidence', 'verify-bundle', '--bundle', bundle, '--key', key, large]);
    expect(await verify()).toMatchObject({ exitCode: 0, stderr: '' });
    truncateSync(large, 300_000_001);
    expect(await verify()).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('[subject-mismatch]'),
    });
  });

  it('follows links to what it reads', async () => {
    const [file, link, bundle] = [at('file'), at('link'), at('link.sigstore.json')];
    writeFileSync(file, 'hello');
    symlinkSync(file, link);
    writeFileSync(bundle, JSON.stringify(signWithKey({ artifact: 'hello' }, pair.privateKey)));
    const verify = () => mcptest(['evidence', 'verify-bundle', '--bundle', bundle, '--key', key, link]);
    expect(await verify()).toMatchObject({ exitCode: 0, stderr: '' });
    rmSync(file);
    expect(await verify()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('cannot be read') });
  });
});
