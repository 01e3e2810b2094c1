import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AllReport } from '../../../../src/features/all/report-schema.ts';
import { allReportSchema } from '../../../../src/features/all/report-schema.ts';
import { makeKeyPair } from '../../../../src/features/evidence/sign/keygen.ts';
import { runCli } from '../../../support/run-cli.ts';

const DESK = `version: "1"
server: { command: node, args: [examples/loop/server.mjs] }
tests: [{ name: lists, tool: list_tickets }]
`;

/** Runs `all` on a suite with these lanes, and returns how it ended, with its report. */
async function runAll(lanes: string, files: Record<string, string> = {}, ...flags: string[]) {
  const run = await runCli(['all', '--json', ...flags], { files: { 'mcptest.yml': DESK + lanes, ...files } });
  const report = run.stdout === '' ? undefined : (JSON.parse(run.stdout) as AllReport);
  if (report) expect(allReportSchema.parse(report)).toEqual(report);
  const lane = (name: string) => report?.lanes.find((each) => each.lane === name);
  return { ...run, report, lane };
}

const policyOn = (fact: string, rule: string) =>
  `version: "1.0"\nrules: [{ id: only, fact: ${fact}, ${rule} }]\n`;

it('runs the tests alone where a suite has nothing else, and accepts what they accept', async () => {
  const { exitCode, report, files } = await runAll('');
  expect(exitCode).toBe(0);
  expect(report).toMatchObject({ verdict: 'pass', folder: '.mcptest/report', lanes: [{ lane: 'run' }] });
  expect(report).not.toHaveProperty('policy');
  expect(
    Object.keys(files)
      .filter((path) => path.startsWith('.mcptest/'))
      .sort(),
  ).toEqual([
    '.mcptest/report/.mcptest-report',
    '.mcptest/report/all.json',
    '.mcptest/report/index.html',
    '.mcptest/report/run.html',
    '.mcptest/report/run.json',
  ]);
  expect(JSON.parse(files['.mcptest/report/all.json'] as string)).toEqual(report);
});

it('rejects what a lane rejects, without a policy and with one that has no rule about it', async () => {
  const alone = await runAll('security: {}\n');
  expect(alone).toMatchObject({ exitCode: 1, report: { verdict: 'fail' } });
  expect(alone.lane('security')).toMatchObject({
    answer: 'rejected',
    judged_by: [],
    reasons: [{ help: expect.stringContaining('set `readOnlyHint: false` and `destructiveHint: true`') }],
  });
  const files = { 'policy.yml': policyOn('run.failed', 'max: 0') };
  expect(await runAll('security: {}\npolicy: policy.yml\n', files)).toMatchObject({ exitCode: 1 });
});

it('leaves the decision to the policy where that has a rule', async () => {
  const files = { 'policy.yml': policyOn('security.high_count', 'max: 1') };
  const { exitCode, report, lane } = await runAll('security: {}\npolicy: policy.yml\n', files);
  expect(exitCode).toBe(0);
  expect(report).toMatchObject({ verdict: 'pass', policy: 'policy.yml' });
  expect(lane('security')).toMatchObject({ answer: 'rejected', judged_by: ['only'] });
});

it('names the rules that fail the gate because of a lane, whether it rejected or not', async () => {
  const failing = DESK.replace('list_tickets', 'get_ticket');
  const files = {
    'policy.yml': policyOn('run.failed', 'max: 0'),
    'mcptest.yml': `${failing}policy: policy.yml\n`,
  };
  const tests = await runAll('', files);
  expect(tests.exitCode).toBe(1);
  expect(tests.lane('run')).toMatchObject({ answer: 'rejected', failed_rules: ['only'] });
  const page = tests.files['.mcptest/report/index.html'] as string;
  const [, stops = ''] = page.split('What stops the release');
  expect(stops.indexOf('href="run.html"')).toBeGreaterThan(0);
  expect(stops.indexOf('href="run.html"')).toBeLessThan(stops.indexOf('href="policy-simulate.html"'));
  const few = await runAll('policy: policy.yml\n', { 'policy.yml': policyOn('run.total', 'min: 2') });
  expect(few.exitCode).toBe(1);
  expect(few.lane('run')).toMatchObject({ answer: 'accepted', failed_rules: ['only'] });
});

it('rejects what the policy rejects because of a fact that there is not', async () => {
  const files = { 'policy.yml': policyOn('run.faild', 'max: 0') };
  const unknown = await runAll('policy: policy.yml\n', files);
  expect(unknown).toMatchObject({ exitCode: 1, report: { verdict: 'fail' } });
  expect(unknown.lane('policy simulate')).toMatchObject({ answer: 'rejected', judged_by: [] });
});

it('is unable when a lane could not run, even if the policy accepts', async () => {
  const files = { 'policy.yml': policyOn('run.failed', 'max: 0') };
  const lanes = 'judge: { labels: lost.jsonl, judge_model: j }\npolicy: policy.yml\n';
  const { exitCode, report, lane, stderr } = await runAll(lanes, files);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: '' });
  expect(report?.verdict).toBe('unable');
  expect(lane('judge certify')).toMatchObject({
    answer: 'could-not-run',
    says: 'lost.jsonl: cannot be read: no such file or folder',
    files: [],
  });
  expect(lane('policy simulate')).toMatchObject({ answer: 'accepted' });
});

it('is unable when the policy cannot be read', async () => {
  const { exitCode, lane } = await runAll('policy: lost.yml\n');
  expect(exitCode).toBe(2);
  expect(lane('policy simulate')).toMatchObject({ answer: 'could-not-run' });
});

it('makes evidence of what the lanes wrote, signs it, and verifies the signature', async () => {
  const { privateKey, publicKey } = makeKeyPair('ed25519');
  const files = { 'a.key': privateKey, 'a.pub': publicKey };
  const lanes = 'security: {}\nevidence: { sign_key: a.key, key: a.pub }\n';
  const { lane, files: written } = await runAll(lanes, files);
  expect(lane('evidence')).toMatchObject({
    answer: 'accepted',
    files: ['evidence.json', 'evidence.json.sigstore.json'],
  });
  expect(JSON.parse(written['.mcptest/report/evidence.json'] as string)).toMatchObject({
    grades: { security_severity_counts: { high: 1 } },
  });
  expect(JSON.parse(written['.mcptest/report/evidence-verify.json'] as string)).toMatchObject({
    accepted: true,
    checks: { signature: 'verified' },
  });
  const other = await runAll(lanes, { ...files, 'a.pub': makeKeyPair('ed25519').publicKey });
  expect(other.exitCode).toBe(1);
  expect(other.lane('evidence verify')?.reasons).not.toEqual([]);
});

it('says below which key of the suite a flag stands that only the command of a lane takes', async () => {
  const { stderr } = await runAll('evidence: {}\n');
  expect(stderr).toContain('help: use `evidence: { source_from_git: true }` to take the commit from git');
  expect(stderr).not.toContain('--source-from-git');
});

it('says what verifies a signature, and what a signature needs that a key requires', async () => {
  const { privateKey, publicKey } = makeKeyPair('ed25519');
  const files = { 'a.key': privateKey, 'a.pub': publicKey };
  const unverified = await runAll('evidence: { sign_key: a.key }\n', files);
  const hint = 'the signature is not verified: name the public key with `key` below `evidence`';
  expect(unverified.lane('evidence verify')).toMatchObject({ answer: 'accepted', hint });
  expect(unverified.files['.mcptest/report/index.html']).toContain('the signature is not verified: ');
  const suite = { files: { 'mcptest.yml': `${DESK}evidence: { sign_key: a.key }\n`, ...files } };
  expect((await runCli(['all'], suite)).stdout).toContain(`evidence verify: ${hint}\n`);
  for (const lanes of ['evidence: {}\n', 'evidence: { sign_key: a.key, key: a.pub }\n'])
    expect((await runAll(lanes, files)).lane('evidence verify')).not.toHaveProperty('hint');
  const unsigned = await runAll('evidence: { key: a.pub }\n', files);
  expect(unsigned).toMatchObject({ exitCode: 1 });
  expect(unsigned.lane('evidence verify')?.reasons).toEqual([
    { message: expect.any(String), help: expect.stringContaining('pass --sign-key FILE to `mcptest all`') },
  ]);
});

it('names the lanes that no rule of the policy looks at, and the command that writes rules for all', async () => {
  const lanes = 'security: {}\nevidence: {}\npolicy: policy.yml\n';
  const files = {
    'mcptest.yml': DESK + lanes,
    'policy.yml': policyOn('security.high_count', 'max: 9'),
  };
  const { stdout, files: written } = await runCli(['all'], { files });
  expect(stdout).toContain('no rule of policy.yml looks at: run, evidence. What these say counts without it');
  expect(written['.mcptest/report/index.html']).toContain('no rule of policy.yml looks at: run, evidence.');
  const command = /help: this writes rules for all: mcptest (.*)/.exec(stdout)?.[1] ?? '';
  const init = await runCli(command.split(' '), { files: written });
  expect(init.exitCode).toBe(0);
  const all = { ...files, 'policy.yml': init.files['all-policy.yml'] ?? '' };
  for (const suite of [all, { ...files, 'mcptest.yml': `${DESK}security: {}\n` }])
    expect((await runCli(['all'], { files: suite })).stdout).not.toContain('looks at');
});

it('signs with the key of the command line in place of that of the suite', async () => {
  const { privateKey, publicKey } = makeKeyPair('p256');
  const files = { 'elsewhere/b.key': privateKey, 'b.pub': publicKey };
  const lanes = 'evidence: { sign_key: lost.key, key: b.pub }\n';
  expect(await runAll(lanes, files, '--sign-key', 'elsewhere/b.key')).toMatchObject({ exitCode: 0 });
  expect(await runAll(lanes, files)).toMatchObject({ exitCode: 2 });
});

it('replaces an earlier report, of which nothing counts', async () => {
  const { privateKey } = makeKeyPair('ed25519');
  const before = await runAll('evidence: { sign_key: a.key }\n', { 'a.key': privateKey });
  const { report, files } = await runAll('evidence: {}\n', {
    ...before.files,
    'mcptest.yml': `${DESK}evidence: {}\npolicy: policy.yml\n`,
    'policy.yml': policyOn('judge.certified', 'equals: true'),
    '.mcptest/report/judge-certify.json': 'of an earlier run',
    '.mcptest/report/.mcptest-report': `${before.files['.mcptest/report/.mcptest-report']}judge-certify.json\n`,
  });
  expect(report?.verdict).toBe('fail');
  expect(Object.keys(files)).not.toContain('.mcptest/report/evidence.json.sigstore.json');
  expect(Object.keys(files)).not.toContain('.mcptest/report/judge-certify.json');
});

it.each([
  [
    'a file of others',
    'notes.txt\n',
    '.mcptest/report: error: has `notes.txt`, which this command did not write',
  ],
  [
    'a list of others',
    'something else\nnotes.txt\n',
    'has `.mcptest-report`, which this command did not write',
  ],
])('refuses a folder that has %s, before anything runs', async (_, list, message) => {
  const { files } = await runAll('');
  const marker = '.mcptest/report/.mcptest-report';
  const there: Record<string, string> = { ...files, '.mcptest/report/notes.txt': 'mine' };
  if (!list.startsWith('notes')) there[marker] = list;
  const again = await runAll('', there);
  expect(again).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(message) });
  expect(again.files['.mcptest/report/notes.txt']).toBe('mine');
});

it.each([
  ['the suite is malformed', `${DESK}tset: 1\n`, []],
  ['the suite is lost', undefined, ['other.yml']],
  ['the time is none', DESK, ['--now', 'never']],
  ['no evidence could be signed', DESK, ['--sign-key', 'a.key']],
  ['a scenario is named twice', `${DESK}scenarios: [a.yml, b.yml, ./a.yml]\n`, []],
])('leaves no report of an earlier run that looks like its own when %s', async (_, suite, flags) => {
  const { files } = await runAll('');
  const there = { ...files, 'mcptest.yml': suite ?? DESK, '.mcptest/report/notes.txt': 'mine' };
  if (flags[0] === '--sign-key') delete (there as Record<string, string>)['.mcptest/report/notes.txt'];
  const again = await runCli(['all', ...flags], { files: there });
  expect([again.exitCode, again.stdout]).toEqual([2, '']);
  const left = Object.keys(again.files).filter((path) => path.startsWith('.mcptest/report/'));
  expect(left.filter((path) => !path.endsWith('notes.txt'))).toEqual(['.mcptest/report/.mcptest-report']);
  // the next run takes the folder for its own
  const { '.mcptest/report/notes.txt': __, ...rest } = again.files;
  expect(await runCli(['all'], { files: { ...rest, 'mcptest.yml': DESK } })).toMatchObject({ exitCode: 0 });
});

it('keeps an input that is in the folder, removes the report beside it, and refuses', async () => {
  const first = await runAll('security: {}\n');
  const baseline = '.mcptest/report/security.json';
  const lanes = `security: { baseline: ${baseline} }\n`;
  const { exitCode, stderr, files } = await runAll('', { ...first.files, 'mcptest.yml': DESK + lanes });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`${baseline}: error: is an input of this run, but lies in the folder`);
  expect(Object.keys(files).filter((path) => path.startsWith('.mcptest/report/'))).toEqual([
    baseline,
    '.mcptest/report/.mcptest-report',
  ]);
  // the whole folder is one
  const config = 'security: { config: .mcptest/report }\n';
  const whole = await runAll('', { ...first.files, 'mcptest.yml': DESK + config });
  expect(whole.stderr).toContain('.mcptest/report: error: is an input of this run');
  expect(whole.files).toEqual({ ...first.files, 'mcptest.yml': DESK + config });
});

it('cannot run the comparison of a model with itself', async () => {
  const run = JSON.stringify({ turns: [{ tool_calls: [], final_response: 'done' }] });
  const lanes = 'model_compat: { baseline: old, candidate: ./old/a.json }\n';
  const { exitCode, lane } = await runAll(lanes, { 'old/a.json': run });
  expect(exitCode).toBe(2);
  expect(lane('model-compat diff')).toMatchObject({
    answer: 'could-not-run',
    says: './old/a.json: is in `baseline` and in `candidate`: recordings that are compared with themselves never differ',
  });
  // the whole file, and a run in it
  const part = 'model_compat: { baseline: old/a.json, candidate: new.json, aa: "old/a.json#/1" }\n';
  const runs = `[${run},${run}]`;
  const noise = await runAll(part, { 'old/a.json': runs, 'new.json': runs });
  expect(noise.lane('model-compat diff')).toMatchObject({
    says: 'old/a.json#/1: is in `baseline` and in `aa`: recordings that are compared with themselves never differ',
  });
  const halves = 'model_compat: { baseline: "a.json#/0", candidate: "a.json#/1" }\n';
  expect(await runAll(halves, { 'a.json': runs })).toMatchObject({ exitCode: 0 });
});

it('asks each server that a lane names, and gives all reports to the gate and to the evidence', async () => {
  const suite = `version: "1"
servers:
  desk: { command: node, args: [examples/loop/server.mjs] }
  shop: { command: node, args: [examples/loop/server.mjs] }
  lost: { command: no-such-program }
defaults: { server: desk }
tests: [{ name: lists, tool: list_tickets }]
security: { server: [desk, shop] }
evidence: {}
policy: policy.yml
`;
  const files = { 'mcptest.yml': suite, 'policy.yml': policyOn('security.high_count', 'max: 2') };
  const { exitCode, report, files: written } = await runAll('', files);
  expect(exitCode).toBe(0);
  expect(report?.lanes.map(({ lane, input, files: [page] }) => [lane, input, page])).toEqual([
    ['run', undefined, 'run.html'],
    ['security', 'desk', 'security-1.html'],
    ['security', 'shop', 'security-2.html'],
    ['evidence', undefined, 'evidence.json'],
    ['evidence verify', undefined, 'evidence-verify.html'],
    ['policy simulate', undefined, 'policy-simulate.html'],
  ]);
  expect(JSON.parse(written['.mcptest/report/evidence.json'] as string)).toMatchObject({
    grades: { security_severity_counts: { high: 2 } },
  });
  const one = { ...files, 'mcptest.yml': suite.replace('[desk, shop]', '[desk, lost]') };
  const { lane, ...failed } = await runAll('', one);
  expect(failed.exitCode).toBe(2);
  expect(lane('evidence')).toMatchObject({ answer: 'could-not-run' });
  expect(lane('policy simulate')).toMatchObject({ answer: 'accepted' });
});

it('lets all lanes see the time of --now, and of nothing else', async () => {
  const now = '2025-03-04T05:06:07Z';
  const env = { SOURCE_DATE_EPOCH: '1780315200' };
  const files = {
    'mcptest.yml': `${DESK}evidence: {}\npolicy: policy.yml\n`,
    'policy.yml': policyOn('run.failed', 'max: 0'),
  };
  const run = await runCli(['all', '--json', '--now', now], { files, env });
  expect(run.exitCode).toBe(0);
  const written = (name: string) => JSON.parse(run.files[`.mcptest/report/${name}.json`] as string);
  expect(written('run')).toMatchObject({ started_at: '2025-03-04T05:06:07.000Z' });
  expect(written('evidence').generated_at).toMatch(/^2025-03-04T05:06:07/);
  expect(written('policy-simulate').evaluated_at).toBe(now);
});

it('writes nothing when the user interrupts it, and leaves no earlier report', async () => {
  const listeners = new Set<() => void>();
  const files = { ...(await runAll('')).files, 'mcptest.yml': `${DESK}security: {}\n` };
  const {
    exitCode,
    stderr,
    files: after,
  } = await runCli(['all'], {
    files,
    onInterrupt(listener) {
      listeners.add(listener);
      // the second one is that of the lane
      if (listeners.size === 2) setTimeout(() => listeners.forEach((each) => void each()));
      return () => listeners.delete(listener);
    },
  });
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: 'error: interrupted\n' });
  expect(Object.keys(after).sort()).toEqual(['.mcptest/report/.mcptest-report', 'mcptest.yml']);
});

it('shows no secret of the suite, whatever lane asks the server', async () => {
  const secret = 'hunter2-hunter2-hunter2';
  const tools = [{ name: 'list_tickets', description: `Uses ${secret}.`, inputSchema: { type: 'object' } }];
  const server = JSON.stringify({ tools });
  const suite = `version: "1"
server: { command: node, args: [test/support/stdio-server.mjs, '${server}'], env: { TOKEN: { from_env: TOKEN } } }
tests: [{ name: lists, tool: list_tickets }]
security: {}
conformance: { spec: 2025-11-25 }
`;
  const run = await runCli(['all', '--json'], { files: { 'mcptest.yml': suite }, env: { TOKEN: secret } });
  const { 'mcptest.yml': _, ...written } = run.files;
  expect(written['.mcptest/report/security.json']).toBeDefined();
  for (const text of [run.stdout, run.stderr, ...Object.values(written)]) expect(text).not.toContain(secret);
  const lost = await runCli(['all', '--json'], { files: { 'mcptest.yml': suite } });
  const { lanes } = JSON.parse(lost.stdout) as AllReport;
  expect(lanes.map(({ answer }) => answer)).toEqual(['could-not-run', 'could-not-run', 'could-not-run']);
});

it('says why each lane did not accept', async () => {
  const judge = readFileSync(
    join(import.meta.dirname, '../../../../examples/judge/overconfident.jsonl'),
    'utf8',
  );
  const run = (args: object, isError: boolean) =>
    JSON.stringify({
      schema_version: 'mcptest.dev/cassette/v1',
      kind: 'agent',
      turns: [{ user: 'x', tool_calls: [{ name: 'get', args, is_error: isError }], final_response: 'y' }],
    });
  const files = {
    'labels.jsonl': judge,
    'old/case.json': `[${Array.from({ length: 12 }, () => run({}, false)).join(',')}]`,
    'new/case.json': `[${Array.from({ length: 12 }, () => run({ a: 1 }, true)).join(',')}]`,
    'scenario.yml': 'scenarios: [{ name: gets, cassette: lost.json }]\n',
  };
  const lanes = `judge: { labels: labels.jsonl, judge_model: j, allow_order_bias: false, min_samples: 20 }
model_compat: { baseline: [old], candidate: new, compare_text: true }
scenarios: [scenario.yml]
conformance: { server: faulty, min_verified: 0 }
`;
  const faulty = JSON.stringify({ speaks: ['legacy'], faults: ['no-server-info'] });
  const suite = DESK.replace(
    /server: .*/,
    `servers:\n  desk: { command: node, args: [examples/loop/server.mjs] }\n  faulty: { command: node, args: [test/support/conforming-server.mjs, '${faulty}'] }\ndefaults: { server: desk }`,
  );
  const broken = suite.replace(
    'lists, tool: list_tickets',
    'lists, tool: list_tickets, expect: { text: no }',
  );
  const { lane, exitCode } = await runAll('', { ...files, 'mcptest.yml': broken + lanes });
  expect(exitCode).toBe(2);
  expect(lane('run')?.reasons[0]?.message).toMatch(/^lists: /);
  expect(lane('judge certify')).toMatchObject({ answer: 'rejected' });
  expect(lane('judge certify')?.reasons[0]?.message).toMatch(
    /^ece is 0\.\d{4}, and must be at most 0\.1000$/,
  );
  expect(lane('model-compat diff')).toMatchObject({ answer: 'rejected' });
  expect(lane('model-compat diff')?.reasons[0]?.message).toMatch(/^FAIL case: /);
  expect(lane('conformance run')?.reasons[0]?.help).toMatch(/^MCP says: /);
  expect(lane('scenario run')).toMatchObject({
    answer: 'could-not-run',
    reasons: [{ message: expect.stringMatching(/^gets: lost\.json: cannot be read/) }],
  });
});
