import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { buildIn, builtCheckout, packProgram, TESTED_NODE } from '../support/packed.ts';

const checkout = await builtCheckout();
const packed = await packProgram();
/** A fresh copy of examples/policy. */
let cwd: string;

afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

beforeEach(() => {
  cwd = mkdtempSync(join(packed.folder, 'cwd-'));
  cpSync(join(checkout, 'examples', 'policy'), cwd, { recursive: true });
});

interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a line of bash in which `mcptest` is the installed command. Its standard streams are pipes. */
function bash(line: string, env: Record<string, string> = {}): Result {
  const { PATH = '' } = process.env;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', `set -o pipefail; ${line}`], {
    cwd,
    encoding: 'utf8',
    timeout: 100_000,
    env: {
      PATH: packed.bin + delimiter + PATH,
      HOME: packed.folder,
      SOURCE_DATE_EPOCH: '1780315200',
      ...env,
    },
  });
  return { status, stdout, stderr };
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const ARTIFACTS = [
  '--run-report run.json --judge-cert cert.json --conformance-report conformance.json',
  '--security security.json --model-compat model-compat.json --evidence evidence.json',
].join(' ');
const SIMULATE = `mcptest policy simulate ${ARTIFACTS}`;

describe('the package', () => {
  it('contains the program and its documentation, and no development files', () => {
    const kinds = new Set(packed.files.map((path) => path.replace(/\/.*/, '/')));
    const expected = ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin/', 'dist/', 'docs/', 'examples/'];
    expect([...kinds]).toEqual([...expected, 'package.json', 'schemas/']);
    expect(packed.files).toContain('dist/THIRD-PARTY-LICENSES.txt');
  });

  // the Node of the tests builds, whichever one is tested
  it.skipIf(TESTED_NODE !== process.execPath)('is the same from every build, whatever the folder', () => {
    const other = join(packed.folder, 'other', 'place');
    buildIn(other);
    const read = (checkout: string) => {
      const dist = join(checkout, 'dist');
      const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
        /\.\w+$/.test(file),
      );
      return files.sort().map((file) => `${file} ${digest(readFileSync(join(dist, file)))}`);
    };
    expect(read(other)).toEqual(read(checkout));
    // `npm run reproducible` shows the same with SOURCE_DATE_EPOCH, and prints the digests
    const tarball = (folder: string) => {
      const options = ['--ignore-scripts', '--json', '--pack-destination', packed.folder];
      const [{ filename }] = JSON.parse(
        execFileSync('npm', ['pack', ...options], { cwd: folder, stdio: 'pipe' }).toString(),
      );
      return digest(readFileSync(join(packed.folder, filename)));
    };
    expect(tarball(other)).toBe(tarball(checkout));

    // `npm pack` builds again, and a linked program must work meanwhile: the same build stays where it is
    const folder = () => statSync(join(other, 'dist')).ino;
    const before = folder();
    const again = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], { cwd: other });
    expect({ status: again.status, folder: folder() }).toEqual({ status: 0, folder: before });
    expect(readdirSync(other).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  });

  it('needs no other package', () => {
    const manifest = JSON.parse(readFileSync(join(packed.installed, 'package.json'), 'utf8'));
    expect(manifest.dependencies).toBeUndefined();
    expect(bash('mcptest --version')).toMatchObject({
      status: 0,
      stdout: `${manifest.version}\n`,
      stderr: '',
    });
  });
});

it('is a library too: the execution safety policy', () => {
  const script = `import { CallBudget, classify, decide } from 'mcptest/exec-policy';
    const { class: toolClass } = classify({ name: 'delete_record' });
    console.log(toolClass, decide(toolClass, { context: 'live' }).kind, new CallBudget(0).acquire().kind);`;
  writeFileSync(join(packed.installed, '..', '..', 'library.mjs'), script);
  const ran = spawnSync(TESTED_NODE, [join(packed.installed, '..', '..', 'library.mjs')], {
    encoding: 'utf8',
  });
  expect(ran).toMatchObject({ stdout: 'Destructive Refuse BudgetExhausted\n', stderr: '' });
  expect(packed.files).toContain('dist/types/exec-policy/index.d.ts');
});

it('shows the whole loop in the demo, without a network, and again', () => {
  const guard = join(cwd, 'no-network.cjs');
  writeFileSync(
    guard,
    "require('node:net').Socket.prototype.connect = () => { throw new Error('a connection'); };\n" +
      "require('node:dns').lookup = () => { throw new Error('a name'); };\n",
  );
  mkdirSync(join(cwd, 'empty folder'));
  const line = "cd 'empty folder' && mcptest demo && ls -A . .mcptest/demo/report";
  for (const time of ['first', 'second']) {
    const { status, stdout, stderr } = bash(line, { NODE_OPTIONS: `--require=${guard}` });
    expect({ status, stderr }, time).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^FAIL {2}the policy [\s\S]*^\+ +annotations: .*destructiveHint: true[\s\S]*^PASS {2}the policy /m,
    );
    expect(stdout).toMatch(/^ACCEPTED [\s\S]* signed by the key [0-9a-f]{64}$/m);
    expect(stdout).toMatch(/^\.:\n\.mcptest\n/m);
    for (const name of ['index.html', 'run.html', 'evidence.json.sigstore.json', 'policy-simulate.json']) {
      expect(stdout).toContain(`\n${name}\n`);
    }
  }
});

describe('the exit code', () => {
  it.each([
    ['0 for a verdict that passes', `${SIMULATE} --policy policy.yml --gate`, 0],
    ['0 for a dry run, whatever the verdict', `${SIMULATE} --policy strict.yml`, 0],
    ['1 for a verdict that fails the gate', `${SIMULATE} --policy strict.yml --gate`, 1],
    ['2 for a missing file', 'mcptest policy simulate --policy no.yml --gate', 2],
    ['2 for bad usage', 'mcptest policy simulate --no-such-flag', 2],
    ['2 for an unknown command', 'mcptest polic', 2],
  ])('is %s', (_, line, status) => {
    const result = bash(line);
    expect(result).toMatchObject({ status });
    expect(result.stderr === '').toBe(status !== 2);
    expect(result.stdout === '').toBe(status === 2);
  });
});

it('replays scenarios, with the engines and the price table that are part of the package', () => {
  const scenario = {
    name: 's',
    cassette: 'runs/*.json',
    transitions: [{ tool: 'a' }],
    expect: [
      { target: 'cost_micros', matcher: { exact: 3500 } },
      {
        target: 'final_responses[0]',
        matcher: { regex: '(?i)^DONE', schema: { type: 'string', maxLength: 9 } },
      },
    ],
  };
  const run = {
    model: 'gpt-4o',
    turns: [{ tool_calls: [{ name: 'a', result: 'ok' }], final_response: 'done' }],
    usage: { input_tokens: 1000, output_tokens: 100 },
  };
  mkdirSync(join(cwd, 'runs'));
  writeFileSync(join(cwd, 'suite.yml'), JSON.stringify({ scenarios: [scenario] }));
  writeFileSync(join(cwd, 'runs', 'a.json'), JSON.stringify(run));
  expect(bash('mcptest scenario run suite.yml')).toMatchObject({ status: 0, stderr: '' });
  expect(bash('mcptest scenario check suite.yml')).toMatchObject({ status: 0, stderr: '' });
  expect(bash('mcptest scenario run suite.yml --name t')).toMatchObject({ status: 7, stdout: '' });
  // another run: the same one twice is refused
  const again = { ...run, turns: [{ ...run.turns[0], final_response: 'done too' }] };
  writeFileSync(join(cwd, 'outside.json'), JSON.stringify(again));
  symlinkSync(join(cwd, 'outside.json'), join(cwd, 'runs', 'b.json'));
  expect(bash('mcptest scenario run suite.yml')).toMatchObject({ status: 0 });
  expect(bash('mcptest scenario run suite.yml --cassette-dir runs')).toMatchObject({ status: 2 });
  expect(bash('cd runs && mcptest scenario run ../suite.yml --json | head -c 10')).toMatchObject({
    status: 0,
  });
});

it('loses no rule when several commands edit one file at once', () => {
  writeFileSync(join(cwd, 'shared.yml'), '- name: first\n  toolPattern: x\n  action: deny\n');
  const add = 'mcptest gateway policies add --policies shared.yml --tool-pattern x --action deny --name';
  const all = `for n in 1 2 3 4 5 6 7 8; do (${add} r$n > /dev/null 2>&1 && echo r$n) & done; wait`;
  const told = bash(all).stdout.trim().split('\n').sort();
  const names = [...readFileSync(join(cwd, 'shared.yml'), 'utf8').matchAll(/name: (r\d)/g)].map(([, n]) => n);
  expect(names.sort()).toEqual(told);
});

it('makes, signs and verifies evidence, with the engines that are part of the package', () => {
  expect(bash('mcptest evidence keygen --out release')).toMatchObject({ status: 0, stderr: '' });
  const emit =
    'mcptest evidence - --out new.json --sign-key release.key --statement statement.json < run.json';
  const written = (files: string) =>
    expect.stringMatching(new RegExp(`^wrote ${files}, signed by the key [0-9a-f]{64}\\n$`));
  const all = 'new.json, new.json.sigstore.json and statement.json';
  expect(bash(emit)).toEqual({ status: 0, stdout: '', stderr: written(all) });
  const verify = 'mcptest evidence verify new.json --max-age 720h --require-signed --key';
  expect(bash(`${verify} release.pub`)).toMatchObject({ status: 0, stderr: '' });
  expect(bash(`mcptest evidence keygen --out other && ${verify} other.pub`)).toMatchObject({ status: 1 });
  expect(bash(`sed -i s/main/next/ new.json; ${verify} release.pub`)).toMatchObject({ status: 1 });
  const keyOnce = 'cat release.key | mcptest evidence run.json --out piped.json --sign-key -';
  const piped = 'piped.json and piped.json.sigstore.json';
  expect(bash(keyOnce)).toEqual({ status: 0, stdout: '', stderr: written(piped) });
});

it('decides calls of tools and edits rules in place, on a real disk', () => {
  const rules =
    '# ours\n- name: a\n  toolPattern: x.*\n  action: deny\n\n- {name: b, toolPattern: y, action: allow}\n';
  writeFileSync(join(cwd, 'rules.yml'), rules);
  const simulate = 'mcptest gateway simulate --policies rules.yml --format json';
  const calls = `printf '%s\\n' '{"tool":"x.y"}' '{"tool":"y"}'`;
  const { status, stdout, stderr } = bash(`${calls} | ${simulate} --call - --gate`);
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  const decisions = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).decision);
  expect(decisions).toEqual(['deny', 'allow']);
  expect(bash(`${calls} | ${simulate} --call - --tool x`)).toMatchObject({ status: 2, stdout: '' });
  expect(bash('mcptest gateway policies disable a --policies rules.yml')).toMatchObject({
    status: 0,
    stderr: '',
  });
  expect(readFileSync(join(cwd, 'rules.yml'), 'utf8')).toBe(
    rules.replace('deny\n', 'deny\n  enabled: false\n'),
  );
  expect(bash(`${calls} | ${simulate} --call - --gate`)).toMatchObject({ status: 0 });
  expect(bash('mcptest gateway check rules.yml')).toMatchObject({ status: 0, stderr: '' });
});

it('backtests a large log on two cores if there are two, with the same result as on one', () => {
  cpSync(join(checkout, 'examples', 'gateway'), cwd, { recursive: true });
  const log = readFileSync(join(cwd, 'audit.ndjson'), 'utf8');
  writeFileSync(join(cwd, 'large.ndjson'), log.repeat(Math.ceil((33 * 2 ** 20) / log.length)));
  writeFileSync(
    join(cwd, 'trace.cjs'),
    `const { isMainThread, parentPort } = require('node:worker_threads');
    const answer = parentPort?.postMessage;
    if (!isMainThread) parentPort.postMessage = function (part) {
      require('node:fs').appendFileSync('runs', Object.keys(part).join());
      answer.call(this, part);
    };`,
  );
  const backtest = 'mcptest gateway backtest --policies policies.yml --draft draft.yml --format json';
  const two = bash(`${backtest} --audit-log large.ndjson`, { NODE_OPTIONS: '--require ./trace.cjs' });
  // a pipe cannot be split in halves
  const one = bash(`cat large.ndjson | ${backtest} --audit-log -`);
  expect(one).toMatchObject({ status: 0, stderr: '' });
  expect(two).toEqual({ ...one, stdout: one.stdout.replaceAll('"-"', '"large.ndjson"') });
  // if a thread fails, only the run time changes
  const answers = availableParallelism() > 1 ? readFileSync(join(cwd, 'runs'), 'utf8') : undefined;
  expect(answers).toBe(availableParallelism() > 1 ? 'records,counted' : undefined);
});

it('runs the suite of the examples in both protocols, and its report passes the gate', () => {
  cpSync(join(checkout, 'examples', 'suite'), cwd, { recursive: true });
  const ran = bash('mcptest run --report json=run.json --report junit=run.xml');
  expect(ran.stdout).toContain('PASS 6 tests passed');
  expect(ran.status).toBe(0);
  const versions = new Set(
    (
      JSON.parse(readFileSync(join(cwd, 'run.json'), 'utf8')) as { servers: { protocol_version: string }[] }
    ).servers.map(({ protocol_version }) => protocol_version),
  );
  expect(versions.size).toBe(2);
  for (const report of ['run.json', 'run.xml']) {
    const gate = bash(`mcptest policy simulate --policy policy.yml --run-report ${report} --gate`);
    expect(gate.status, gate.stdout + gate.stderr).toBe(0);
  }
  // a server that changed
  bash("sed -i 's/is locked/is on fire/' library.yaml");
  const failed = bash('mcptest run --json --out run.json');
  expect(failed.status).toBe(1);
  expect(bash('mcptest policy simulate --policy policy.yml --run-report run.json --gate').status).toBe(1);
});

it('probes a server: calls are planned in a thread of the installed program', () => {
  cpSync(join(checkout, 'examples', 'records'), cwd, { recursive: true });
  const { status, stdout, stderr } = bash('mcptest probe -- mcptest mock --tools-from records.yaml');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('2 tools: 1 ok, 1 skipped; 2 calls made');
});

describe('the output', () => {
  it('arrives complete through a pipe, and is the same each time', () => {
    const line = `${SIMULATE} --policy strict.yml --format json`;
    const { stdout } = bash(`${line} | cat`);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'fail' });
    expect(bash(line).stdout).toBe(stdout);
  });

  it('may be read only in part', () => {
    const rules = Array.from({ length: 3000 }, (_, i) => `- { id: r${i}, fact: run.failed, max: 0 }`);
    writeFileSync(join(cwd, 'long.yml'), ['version: "1"', 'rules:', ...rules, ''].join('\n'));
    const line = 'mcptest policy simulate --policy long.yml --run-report run.json --format json';
    expect(bash(line).stdout.length).toBeGreaterThan(2 ** 17);
    expect(bash(`${line} | head -1`)).toEqual(
      expect.objectContaining({ status: 0, stdout: '{\n', stderr: '' }),
    );
  });

  it('causes an error when it cannot be written', () => {
    const result = bash(`${SIMULATE} --policy policy.yml --gate > /dev/full`);
    expect(result.status).toBe(2);
    expect(result.stderr).toContain('standard output cannot be written: no space is left on the device');
  });

  it('is coloured only on request, and never in a file', () => {
    const line = `${SIMULATE} --policy strict.yml`;
    const colour = '\u001b[';
    expect(bash(line).stdout).not.toContain(colour);
    expect(bash(line, { FORCE_COLOR: '1' }).stdout).toContain(colour);
    expect(bash(line, { FORCE_COLOR: '1', NO_COLOR: '1' }).stdout).not.toContain(colour);
    expect(bash(`${line} --no-color`, { FORCE_COLOR: '1' }).stdout).not.toContain(colour);
    bash(`${line} --out report.txt`, { FORCE_COLOR: '1' });
    expect(readFileSync(join(cwd, 'report.txt'), 'utf8')).not.toContain(colour);
  });

  it('cannot replace an input, and standard input can be read only once', () => {
    const twice = bash('cat policy.yml | mcptest policy simulate --policy - --run-report -');
    expect(twice).toMatchObject({ status: 2, stdout: '' });
    expect(twice.stderr).toContain('standard input: error: is read twice');
    const replaced = bash('mcptest policy simulate --policy policy.yml --out policy.yml');
    expect(replaced).toMatchObject({ status: 2, stdout: '' });
    expect(replaced.stderr).toContain('policy.yml: error: is an input of this command');
    expect(readFileSync(join(cwd, 'policy.yml'), 'utf8')).toContain('no-failed-tests');
  });

  it('may come from a pipe of the shell, but not from a pipe that a suite names', () => {
    const substituted = bash(`${SIMULATE.replace('run.json', '<(cat run.json)')} --policy policy.yml`);
    expect(substituted).toMatchObject({ status: 0, stderr: '' });
    expect(bash('cat run.json | mcptest policy facts --run-report /dev/stdin').status).toBe(0);
    const line = 'mkfifo waits.json; timeout 100 mcptest scenario run pipe.yml';
    writeFileSync(join(cwd, 'pipe.yml'), 'scenarios: [{ name: a, cassette: waits.json }]\n');
    const named = bash(line);
    expect(named.status).toBe(2);
    expect(named.stderr).toContain('waits.json: error: is a pipe, not a file');
  });

  it('is appended to a file that the shell has opened', () => {
    const line = 'mcptest policy simulate --policy policy.yml --out /dev/stdout';
    expect(bash(`echo first > log; ${line} >> log; head -1 log; tail -1 log`).stdout).toMatch(
      /^first\nfailing: .*\n$/,
    );
    expect(bash(`${line} | tail -1`).stdout).toMatch(/^failing: /);
  });

  it('is written completely or not at all', () => {
    const before = readdirSync(cwd);
    writeFileSync(join(cwd, 'report.json'), 'the last report');
    writeFileSync(join(cwd, 'truncated.json'), readFileSync(join(cwd, 'run.json'), 'utf8').slice(0, 500));
    const line = 'mcptest policy simulate --policy policy.yml --format json --out report.json --run-report';
    expect(bash(`${line} truncated.json`)).toMatchObject({ status: 2, stdout: '' });
    expect(readFileSync(join(cwd, 'report.json'), 'utf8')).toBe('the last report');
    expect(bash(`${line} run.json`)).toMatchObject({ status: 0, stdout: '' });
    expect(JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'))).toMatchObject({ verdict: 'fail' });
    expect(readdirSync(cwd).sort()).toEqual([...before, 'report.json', 'truncated.json'].sort());
  });

  it('needs no writable folder', () => {
    const before = readdirSync(cwd);
    chmodSync(cwd, 0o555);
    expect(bash(`${SIMULATE} --policy policy.yml --gate`, { HOME: '/nonexistent' })).toMatchObject({
      status: 0,
    });
    expect(readdirSync(cwd)).toEqual(before);
    chmodSync(cwd, 0o755);
  });
});
