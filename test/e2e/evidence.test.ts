import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../src/main.ts';
import { nodeFiles } from '../../src/node/files.ts';
import { nodeProcesses } from '../../src/node/processes.ts';
import { sha256 } from '../../src/node/sha256.ts';
import { builtProgram } from '../support/packed.ts';
import { IDENTITY, ISSUER, pemOf, sigstoreInstance } from '../support/sigstore.ts';

const PROGRAM = await builtProgram();
const COMMIT = '4f1d8a0c6be27f935d21c80a7be9463f05ad172c';
const { cwd: before, path: searchPath } = { cwd: process.cwd(), path: process.env.PATH };
let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-evidence-')));
  mkdirSync(join(folder, 'bin'));
  process.chdir(folder);
  process.env.PATH = [join(folder, 'bin'), searchPath].join(delimiter);
});

afterEach(() => {
  process.chdir(before);
  process.env.PATH = searchPath;
  rmSync(folder, { recursive: true });
});

/** Runs a command in the folder, on the real files and with the real programs. */
async function mcptest(...argv: string[]) {
  let [stdout, stderr] = ['', ''];
  const exitCode = await main({
    argv,
    env: process.env,
    files: nodeFiles(),
    processes: nodeProcesses(),
    stdout: { isTerminal: false, write: (text) => (stdout += text) },
    stderr: { isTerminal: false, write: (text) => (stderr += text) },
    sha256,
    systemTime: () => Date.parse('2026-06-01T00:00:00Z'),
    onInterrupt: () => () => {},
  });
  return { exitCode, stdout, stderr };
}

function run(changes: object = {}): void {
  const report = {
    summary: { total: 1, passed: 1, failed: 0 },
    ended_at: '2026-05-30T04:12:08Z',
    servers: [{ name: 'tides' }],
    source: { commit_sha: COMMIT },
    ...changes,
  };
  writeFileSync('run.json', JSON.stringify(report));
}

/** A `cosign` on PATH that does this. */
function cosign(...script: string[]): void {
  writeFileSync(join('bin', 'cosign'), ['#!/bin/sh', ...script, ''].join('\n'), { mode: 0o755 });
}

const sigstore = await sigstoreInstance();
const CERTIFICATE: string = (await sigstore.signKeyless({ artifact: '' })).verificationMaterial.certificate
  .rawBytes;
const PEM = pemOf(Buffer.from(CERTIFICATE, 'base64')).trim();
/** The arguments are `sign-blob --yes --output-signature S --output-certificate C --bundle B ARTIFACT`. */
const WRITES_PAIR = [`printf U0lH > "$4"`, `printf '%s\\n' '${PEM}' > "$6"`];
/** Whether a program still runs. A zombie, which has ended but was not reaped, does not. */
function isRunning(pid: number): boolean {
  const status = execFileSync('sh', ['-c', `ps -o stat= -p ${pid} || true`], { encoding: 'utf8' });
  return status.trim() !== '' && !status.startsWith('Z');
}
const outputs = () => readdirSync('.').filter((name) => !['bin', 'run.json'].includes(name));

describe('--sign', () => {
  beforeEach(() => run());

  it('leaves the artifact, the signature and the certificate', async () => {
    await mcptest('evidence', 'run.json', '--out', 'seen.json');
    const signed = await sigstore.signKeyless({ artifact: readFileSync('seen.json') });
    const pem = pemOf(Buffer.from(signed.verificationMaterial.certificate.rawBytes, 'base64'));
    const { signature } = signed.messageSignature;
    const pair = [`printf '%s' '${signature}' > "$4"`, `printf '%s' '${pem}' > "$6"`];
    cosign(...pair, 'cp "$9" seen.json', 'printf "%s\\n" "$1 $2 $#" > seen.txt');
    expect(await mcptest('evidence', 'run.json', '--out', 'evidence.json', '--sign')).toMatchObject({
      exitCode: 0,
      stdout: '',
    });
    expect(readFileSync('seen.txt', 'utf8')).toBe('sign-blob --yes 9\n');
    expect(readFileSync('seen.json', 'utf8')).toBe(readFileSync('evidence.json', 'utf8'));
    expect(readFileSync('evidence.json.sig', 'utf8')).toBe(`${signature}\n`);
    expect(readFileSync('evidence.json.cert', 'utf8')).toBe(pem);
    expect(outputs()).toHaveLength(5);
  });

  it('makes the pair from the bundle of version 3, and what it writes is verified', async () => {
    run({ ended_at: new Date().toISOString() });
    await mcptest('evidence', 'run.json', '--out', 'unsigned');
    const signed = await sigstore.signKeyless({ artifact: readFileSync('unsigned') });
    writeFileSync('made', JSON.stringify(signed));
    writeFileSync('root', JSON.stringify(sigstore.trustedRoot));
    cosign('cp made "$8"');
    expect(await mcptest('evidence', 'run.json', '--out', 'e.json', '--sign')).toMatchObject({ exitCode: 0 });
    expect(outputs().filter((name) => name.startsWith('e.'))).toEqual([
      'e.json',
      'e.json.cert',
      'e.json.sig',
      'e.json.sigstore.json',
    ]);
    expect(readFileSync('e.json.sigstore.json', 'utf8')).toBe(JSON.stringify(signed));
    const certificate = Buffer.from(signed.verificationMaterial.certificate.rawBytes, 'base64');
    expect(readFileSync('e.json.cert', 'utf8')).toBe(pemOf(certificate));

    const who = [
      '--certificate-identity',
      IDENTITY,
      '--certificate-oidc-issuer',
      ISSUER,
      '--trusted-root',
      'root',
    ];
    const now = ['--now', new Date(Date.now() + 1000).toISOString(), '--max-age', '1h'];
    const verify = ['evidence', 'verify', 'e.json', '--require-signed', ...now];
    expect(await mcptest(...verify, ...who)).toMatchObject({ exitCode: 0, stderr: '' });
    rmSync('e.json.sigstore.json');
    expect(await mcptest(...verify)).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.each<[string, string[], string, timeout?: string]>([
    ['fails half-way', [...WRITES_PAIR, 'echo "no token for you" >&2', 'exit 1'], 'no token for you'],
    ['leaves an empty signature', [`: > "$4"`, WRITES_PAIR[1] ?? ''], 'wrote no valid signature'],
    ['leaves nothing', ['exit 0'], 'wrote no valid signature and no valid certificate'],
    ['hangs', [...WRITES_PAIR, 'sleep 600'], 'did not sign within 1 s', '1s'],
    ['kills itself', [...WRITES_PAIR, 'kill -9 $$'], 'was killed by SIGKILL'],
  ])('leaves everything as it was when cosign %s', async (_, script, message, timeout = '5m') => {
    const old = ['evidence.json', 'evidence.json.sig', 'evidence.json.cert'];
    for (const there of [[], old]) {
      for (const name of there) writeFileSync(name, 'old');
      cosign(...script);
      const args = ['evidence', 'run.json', '--out', 'evidence.json', '--sign', '--sign-timeout', timeout];
      const result = await mcptest(...args);
      expect(result).toMatchObject({ exitCode: 2, stdout: '' });
      expect(result.stderr).toContain(message);
      expect(outputs()).toEqual(there.toSorted());
      for (const name of there) expect(readFileSync(name, 'utf8')).toBe('old');
    }
  });

  it('leaves nothing when cosign changes what it signs', async () => {
    cosign(...WRITES_PAIR, 'echo other > "$9"');
    const result = await mcptest('evidence', 'run.json', '--out', 'evidence.json', '--sign');
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toContain('its certificate does not verify for the artifact');
    expect(outputs()).toEqual([]);
  });

  it('leaves nothing when there is no cosign', async () => {
    process.env.PATH = join(folder, 'bin');
    const result = await mcptest('evidence', 'run.json', '--out', 'evidence.json', '--sign');
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(outputs()).toEqual([]);
  });

  it('leaves nothing when it is interrupted', async () => {
    // a script, as a wrapper of cosign is: what it starts must end too
    cosign('sleep 600 &', 'echo $! > child', 'touch started', 'wait');
    const command = ['evidence', 'run.json', '--out', 'evidence.json', '--sign'];
    const child = spawn(process.execPath, [...PROGRAM, ...command], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)));
    await expect.poll(() => existsSync('started')).toBe(true);
    expect(outputs()).toHaveLength(3);
    child.kill('SIGINT');
    expect(await ended).toBe('SIGINT');
    const grandchild = Number(readFileSync('child', 'utf8'));
    await expect.poll(() => isRunning(grandchild)).toBe(false);
    rmSync('started');
    rmSync('child');
    expect(outputs()).toEqual([]);
  });
});

describe('--source-from-git', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  const emit = (...args: string[]) => mcptest('evidence', 'run.json', '--source-from-git', ...args);

  beforeEach(() => {
    git('init', '--quiet', '--initial-branch', 'main');
    git('commit', '--quiet', '--allow-empty', '--message', 'first');
    git('remote', 'add', 'origin', 'https://me:secret@git.example/acme/tides.git');
    run({ source: undefined });
  });

  it('takes commit, branch and origin, without credentials', async () => {
    const { exitCode, stdout, stderr } = await emit();
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      source: {
        repo: 'https://git.example/acme/tides.git',
        branch: 'main',
        commit_sha: git('rev-parse', 'HEAD'),
      },
      unverifiable_origin: false,
    });
  });

  it('does without a branch and an origin', async () => {
    git('checkout', '--quiet', '--detach');
    git('remote', 'remove', 'origin');
    const { exitCode, stdout } = await emit();
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).source).toEqual({ commit_sha: git('rev-parse', 'HEAD') });
  });

  it('warns when tracked files differ from the commit', async () => {
    git('add', 'run.json');
    git('commit', '--quiet', '--message', 'second');
    writeFileSync('run.json', `${readFileSync('run.json', 'utf8')}\n`);
    expect(await emit()).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('tracked files differ'),
    });
  });

  it.each([['evil'], ['e=vil']])(
    'starts no program that the repository names, be it called %s',
    async (name) => {
      writeFileSync('file.txt', 'a');
      writeFileSync('.gitattributes', `*.txt filter=${name}`);
      git('add', '.');
      git('commit', '--quiet', '--message', 'second');
      for (const action of ['clean', 'process'])
        git('config', `filter.${name}.${action}`, 'touch filter-ran; cat');
      git('config', `filter.${name}.required`, 'true');
      // of the same size, so that git has to look inside
      writeFileSync('file.txt', 'b');
      git('config', 'core.fsmonitor', 'touch fsmonitor-ran; false');
      git('config', 'core.pager', 'touch pager-ran');
      git('config', 'alias.status', '!touch alias-ran');
      expect(await emit()).toMatchObject({
        exitCode: 0,
        stderr: expect.stringContaining('tracked files differ'),
      });
      expect(readdirSync('.').filter((entry) => entry.endsWith('-ran'))).toEqual([]);
      expect(() => git('status'), 'the trap works').toThrow('filter-ran');
    },
  );

  it.each<[string, object, string]>([
    ['another commit', { commit_sha: COMMIT }, ': error: source.commit_sha: is'],
    ['another branch', { branch: 'next' }, ': error: source.branch: is `next`, but git reports `main`'],
    ['another repository', { repo: 'https://git.example/b' }, ': error: source.repo: is not the origin'],
  ])('is an error when the report is of %s', async (_, source, message) => {
    run({ source });
    const result = await emit('--out', 'evidence.json');
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toContain(message);
    expect(result.stderr).not.toContain('secret');
    expect(existsSync('evidence.json')).toBe(false);
  });

  it('completes the second run too, and is not compared when the evidence is checked against its report', async () => {
    const tests = [{ name: 'a', status: 'pass' }];
    run({ tests, run_id: 'first' });
    writeFileSync('again.json', readFileSync('run.json', 'utf8').replace('first', 'second'));
    run({ tests, run_id: 'first', source: undefined });
    const again = JSON.parse(readFileSync('again.json', 'utf8'));
    writeFileSync('again.json', JSON.stringify({ ...again, source: undefined }));
    expect(await emit('--reproducible-with', 'again.json', '--out', 'e.json')).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(readFileSync('e.json', 'utf8'))).toMatchObject({ reproducible: true });

    const verify = ['evidence', 'verify', 'e.json', '--run-report', 'run.json', '--repo', '.'];
    expect(await mcptest(...verify)).toMatchObject({ exitCode: 1 });
    expect(await mcptest(...verify, '--source-from-git')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('except source fields that the report does not state'),
    });
    writeFileSync('again.json', JSON.stringify({ ...again, source: { commit_sha: COMMIT } }));
    expect(await emit('--reproducible-with', 'again.json', '--out', 'f.json')).toMatchObject({ exitCode: 2 });
  });

  it('is an error without a commit', async () => {
    rmSync('.git', { recursive: true });
    git('init', '--quiet');
    expect(await emit()).toMatchObject({ exitCode: 2, stdout: '' });
  });
});

describe('keys', () => {
  it('are made in two files, the private one for its owner alone', async () => {
    expect(await mcptest('evidence', 'keygen', '--out', 'release')).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
    expect(outputs()).toEqual(['release.key', 'release.pub']);
    expect(statSync('release.key').mode & 0o777).toBe(0o600);
    const both = outputs().map((name) => readFileSync(name, 'utf8'));
    expect(await mcptest('evidence', 'keygen', '--out', 'release')).toMatchObject({
      exitCode: 2,
      stdout: '',
    });
    expect(outputs().map((name) => readFileSync(name, 'utf8'))).toEqual(both);
  });

  it.each(['my.key', 'my.pub'])('are called as one of them is: %s', async (name) => {
    await mcptest('evidence', 'keygen', '--out', name);
    expect(outputs()).toEqual(['my.key', 'my.pub']);
  });

  it.each(['key', 'pub'])('are not made when there is a .%s already', async (suffix) => {
    writeFileSync(`release.${suffix}`, 'mine');
    expect(await mcptest('evidence', 'keygen', '--out', 'release')).toMatchObject({ exitCode: 2 });
    expect(outputs()).toEqual([`release.${suffix}`]);
  });

  it('sign, and what they signed can be verified', async () => {
    run();
    for (const algorithm of ['ed25519', 'p256']) {
      const made = await mcptest('evidence', 'keygen', '--out', algorithm, '--algorithm', algorithm);
      const out = `${algorithm}.json`;
      const emit = ['evidence', 'run.json', '--out', out, '--sign-key', `${algorithm}.key`];
      const { exitCode, stdout, stderr } = await mcptest(...emit);
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
      const said = new RegExp(`^wrote ${out} and ${out}.sigstore.json, signed by the key ([0-9a-f]{64})\\n$`);
      expect(stderr).toMatch(said);
      const [, key = ''] = said.exec(stderr) ?? [];
      expect(made.stdout).toContain(`the key is ${key}, `);
      const verify = ['evidence', 'verify', out, '--require-signed', '--key'];
      expect(await mcptest(...verify, `${algorithm}.pub`)).toMatchObject({
        exitCode: 0,
        stderr: '',
        stdout: expect.stringContaining(`by the key ${key}`),
      });
    }
    expect(await mcptest('evidence', 'verify', 'p256.json', '--key', 'ed25519.pub')).toMatchObject({
      exitCode: 1,
    });
  });

  it('that others can read are used with a warning', async () => {
    run();
    await mcptest('evidence', 'keygen', '--out', 'release');
    execFileSync('chmod', ['644', 'release.key']);
    const result = await mcptest('evidence', 'run.json', '--out', 'e.json', '--sign-key', 'release.key');
    expect(result).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('release.key: warning: other users can read it'),
    });
  });
});
