import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { HOST_NAMES, HOSTS, SAMPLES } from '../support/hook-contracts.ts';
import { packProgram, TESTED_NODE } from '../support/packed.ts';

const packed = await packProgram();
const program = join(packed.installed, 'bin', 'mcptest.js');
let cwd: string;

afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

beforeEach(() => {
  cwd = mkdtempSync(join(packed.folder, 'cwd-'));
  writeFileSync(
    join(cwd, 'p.yml'),
    'version: "1"\npolicies:\n  - {name: no deletes, toolPattern: delete_it, action: deny}\n',
  );
});

type Host = (typeof HOST_NAMES)[number];

const argv = (host: Host, ...flags: string[]) => [
  program,
  ...['gateway', 'hook', '--agent', host, '--policies', 'p.yml', ...flags],
  // a busy machine is no reason to deny
  ...(flags.includes('--deadline') ? [] : ['--deadline', '1m']),
];

function run(host: Host, input: string | Uint8Array, ...flags: string[]) {
  const { status, stdout, stderr } = spawnSync(TESTED_NODE, argv(host, ...flags), {
    cwd,
    input,
    encoding: 'utf8',
  });
  return { exitCode: status ?? -1, stdout, stderr };
}

const act = (host: Host, ...rest: [input: string | Uint8Array, ...flags: string[]]) =>
  HOSTS[host](run(host, ...rest));

const sample = (host: Host, tool: string) => JSON.stringify(SAMPLES[host](tool, { text: 'é' }));

describe.each(HOST_NAMES)('the installed hook of %s', (host) => {
  it('allows and denies, and logs both', () => {
    expect(act(host, sample(host, 'read_it'), '--audit-log', 'log')).toBe('run');
    expect(act(host, sample(host, 'delete_it'), '--audit-log', 'log')).toBe('deny');
    const decisions = readFileSync(join(cwd, 'log'), 'utf8').trim().split('\n');
    expect(decisions.map((line) => JSON.parse(line).decision)).toEqual(['allow', 'deny']);
  });

  it('denies an input that it cannot read, and a log that it cannot write', () => {
    expect(act(host, '')).toBe('deny');
    const latin1 = Buffer.from(sample(host, 'read_it'), 'latin1');
    expect(act(host, latin1)).toBe('deny');
    expect(act(host, sample(host, 'read_it'), '--audit-log', '/dev/null')).toBe('deny');
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    expect(act(host, sample(host, 'read_it'), '--audit-log', 'pipe')).toBe('deny');
  });

  it('blocks by the exit code when nobody reads its answer', async () => {
    const child = spawn(TESTED_NODE, argv(host), { cwd });
    child.stdout.destroy();
    child.stdin.end(sample(host, 'delete_it'));
    expect((await endOf(child)).exitCode).toBe(2);
  });

  it('denies when the input does not end, and ends itself', async () => {
    const child = spawn(TESTED_NODE, argv(host, '--deadline', '100ms'), { cwd });
    child.stdin.write(sample(host, 'read_it'));
    const end = await endOf(child);
    expect(HOSTS[host](end)).toBe('deny');
    expect(end.stdout + end.stderr).toContain('the call was not decided within 100 ms');
  });
});

describe('hooks at the same time', () => {
  it('append whole lines to one log', async () => {
    const children = Array.from({ length: 8 }, () => {
      const child = spawn(TESTED_NODE, argv('claude', '--audit-log', 'log', '--audit-max-size', '1k'), {
        cwd,
      });
      child.stdin.end(sample('claude', 'read_it'));
      return endOf(child);
    });
    for (const end of await Promise.all(children)) expect(end).toMatchObject({ exitCode: 0, stderr: '' });
    const logs = readdirSync(cwd).filter((name) => name.startsWith('log'));
    expect(logs.length).toBeGreaterThan(1);
    const lines = logs.flatMap((name) => readFileSync(join(cwd, name), 'utf8').trim().split('\n'));
    expect(lines.map((line) => JSON.parse(line).tool)).toEqual(Array(8).fill('read_it'));
  });
});

describe('eight hooks that ask for the same approved call at the same time', () => {
  it('let it run once', async () => {
    writeFileSync(
      join(cwd, 'p.yml'),
      'version: "1"\npolicies:\n  - {name: ask, toolPattern: send_it, action: require_approval}\n',
    );
    const flags = ['--audit-log', 'log', '--approvals-dir', 'held'];
    const [, id = ''] =
      /approve ([0-9a-f]{16})/.exec(run('codex', sample('codex', 'send_it'), ...flags).stdout) ?? [];
    const approving = [program, 'gateway', 'approvals', 'approve', id, '--approvals-dir', 'held'];
    expect(spawnSync(TESTED_NODE, approving, { cwd }).status).toBe(0);
    const ends = await Promise.all(
      Array.from({ length: 8 }, () => {
        const child = spawn(TESTED_NODE, argv('codex', ...flags), { cwd });
        child.stdin.end(sample('codex', 'send_it'));
        return endOf(child);
      }),
    );
    const acts = ends.map((end) => HOSTS.codex(end)).sort();
    expect(acts).toEqual([...Array(7).fill('deny'), 'run']);
    const records = readFileSync(join(cwd, 'log'), 'utf8').trim().split('\n');
    const states = records.map((line) => JSON.parse(line).approval.state);
    expect(states.filter((state) => state === 'approved')).toHaveLength(1);
    expect(states).toHaveLength(9);
  });
});

describe('an installation that is broken', () => {
  it('blocks the call', () => {
    const dist = join(packed.installed, 'dist');
    // the hash has 8 characters; `hook-hold-HASH.cjs` is another chunk, and may come first
    const chunk = readdirSync(dist).find((name) => /^hook-[\w-]{8}\.cjs$/.test(name)) ?? '';
    const text = readFileSync(join(dist, chunk), 'utf8');
    for (const broken of [
      '(',
      'throw new Error("gone")',
      '(() => { setTimeout(() => { throw new Error("late") }) })',
    ]) {
      writeFileSync(join(dist, chunk), broken);
      const end = run('claude', sample('claude', 'read_it'));
      expect(HOSTS.claude(end), broken).toBe('deny');
    }
    writeFileSync(join(dist, chunk), text);
    expect(act('claude', sample('claude', 'read_it'))).toBe('run');
  });
});

async function endOf(child: ChildProcess) {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (piece) => (stdout += piece));
  child.stderr?.on('data', (piece) => (stderr += piece));
  const exitCode = await new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)));
  return { exitCode, stdout, stderr };
}
