import { describe, expect, it } from 'vitest';
import { POLICY_FORMAT_NAMES } from '../../../../src/report/policy/formats.ts';
import { formatInstant } from '../../../../src/time/instant.ts';
import { NOW, runCli } from '../../../support/run-cli.ts';

const DAY = 86_400_000;

/** A policy whose one rule is false, and waived for so long. */
const waivedFor = (time: number) => `version: "1"
rules:
  - { id: no-failed-tests, fact: run.failed, max: 0 }
waivers:
  - { rule: no-failed-tests, owner: qa, reason: flaky, expiry: "${formatInstant(Date.parse(NOW) + time)}" }
`;

const RUN = '{"summary":{"total":1,"passed":0,"failed":1}}';

/** What the conformance suite leaves in a folder into which it has run twice. */
const RESULTS = {
  'results/ping-2026-05-29T10-00-00-000Z/checks.json': '[{"id":"ping","status":"SUCCESS"}]',
  'results/ping-2026-05-30T10-00-00-000Z/checks.json': '[{"id":"ping","status":"SUCCESS"}]',
};

describe('a waiver that expires soon', () => {
  const simulate = (time: number, ...flags: string[]) =>
    runCli(['policy', 'simulate', '--policy', 'policy.yml', '--run-report', 'run.json', ...flags], {
      files: { 'policy.yml': waivedFor(time), 'run.json': RUN },
    });
  const check = (time: number, ...flags: string[]) =>
    runCli(['policy', 'check', 'policy.yml', ...flags], { files: { 'policy.yml': waivedFor(time) } });

  it('is one that expires within 14 days, unless told otherwise', async () => {
    expect((await simulate(14 * DAY)).stderr).toContain(
      'policy.yml:5:5: warning: the waiver for `no-failed-tests` expires in 14 days',
    );
    expect((await simulate(14 * DAY + 1000)).stderr).toBe('');
    expect((await simulate(14 * DAY + 1000, '--warn-expiring', '15d')).stderr).toContain(
      'expires in 14 days',
    );
    expect((await simulate(14 * DAY, '--warn-expiring', '13d')).stderr).toBe('');
    expect(await check(14 * DAY)).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('14 days') });
    expect(await check(14 * DAY + 1000)).toMatchObject({ exitCode: 0 });
  });

  it('is pointed out in colour too', async () => {
    const painted = '\u001b[33muntil ';
    expect((await simulate(14 * DAY)).stdout).not.toContain('\u001b');
    const coloured = async (time: number) =>
      (
        await runCli(['policy', 'simulate', '--policy', 'policy.yml', '--run-report', 'run.json'], {
          files: { 'policy.yml': waivedFor(time), 'run.json': RUN },
          isTerminal: true,
        })
      ).stdout;
    expect(await coloured(14 * DAY)).toContain(painted);
    expect(await coloured(14 * DAY + 1000)).not.toContain(painted);
  });
});

describe('a waiver that suppresses nothing', () => {
  const warningsOf = async (rule: string, expiry: string, max: number) => {
    const policy = `version: "1"
rules: [{ id: no-failed-tests, fact: run.failed, max: ${max} }]
waivers:
  - { rule: ${rule}, owner: qa, reason: flaky, expiry: "${expiry}" }
`;
    const files = { 'policy.yml': policy, 'run.json': RUN };
    const { stderr } = await runCli(
      ['policy', 'simulate', '--policy', 'policy.yml', '--run-report', 'run.json'],
      { files },
    );
    return stderr;
  };

  it.each([
    ['no-failed-test', 'did you mean `no-failed-tests`?'],
    ['something-else', 'remove the waiver, or name a rule of this policy'],
  ])('is pointed out when it names no rule: %s', async (rule, help) => {
    const message = `policy.yml:4:5: warning: the waiver of qa names an unknown rule: \`${rule}\`\n  help: ${help}\n`;
    expect(await warningsOf(rule, '2026-06-02T00:00:00Z', 0)).toBe(message);
  });

  it('may expire in silence when its rule passes, and has expired where the report says so', async () => {
    expect(await warningsOf('no-failed-tests', '2026-06-02T00:00:00Z', 1)).toBe('');
    expect(await warningsOf('no-failed-tests', '2026-05-02T00:00:00Z', 0)).toBe('');
  });
});

describe('what a reader warns of', () => {
  const files = { ...RESULTS, 'policy.yml': waivedFor(99 * DAY) };

  it.each([
    ['simulate', ['simulate', '--policy', 'policy.yml']],
    ['facts', ['facts']],
    ['init', ['init', '--out', 'new.yml']],
  ])('is said by policy %s', async (_, words) => {
    const { exitCode, stderr } = await runCli(['policy', ...words, '--conformance-report', 'results'], {
      files,
    });
    expect(exitCode).toBe(0);
    expect(stderr).toBe(
      'results: warning: contains 2 results of `results/ping`, and all of them count\n' +
        '  help: have the suite write to an empty folder\n',
    );
  });
});

describe('the same artifacts', () => {
  const artifacts = [
    ['--run-report', 'run.json'],
    ['--conformance-report', 'results'],
    ['--judge-cert', 'cert.json'],
  ];
  const files = {
    ...RESULTS,
    'policy.yml': waivedFor(99 * DAY),
    'run.json': RUN,
    'cert.json': '{"certified":true,"ece":0.1}',
  };

  it.each(POLICY_FORMAT_NAMES)('give the same bytes in any order, as %s', async (format) => {
    const print = async (flags: string[][]) =>
      runCli(['policy', 'simulate', ...flags.flat(), '--policy', 'policy.yml', '--format', format], {
        files,
      });
    const printed = await print(artifacts);
    expect(printed.stdout).not.toBe('');
    expect(await print(artifacts.toReversed())).toEqual(printed);
  });
});
