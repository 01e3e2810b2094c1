import { describe, expect, it } from 'vitest';
import { policyCheckSchema } from '../../../../src/features/policy/check-schema.ts';
import { lintPolicy } from '../../../../src/features/policy/lint.ts';
import { parsePolicy } from '../../../../src/features/policy/policy-file.ts';
import { counted } from '../../../support/counted.ts';
import { mustEnd } from '../../../support/must-end.ts';
import { runCli } from '../../../support/run-cli.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const DAY = 86_400_000;

function findings(yaml: string, warnExpiring = 14 * DAY) {
  const check = lintPolicy(parsePolicy(yaml, 'policy.yml'), NOW, warnExpiring);
  expect(policyCheckSchema.safeParse(check).success).toBe(true);
  return check.findings;
}

/** What is found about one rule, without the words that name it. */
function ofRule(body: string) {
  return findings(`version: "1"\nrules:\n  - id: a\n    ${body.split('; ').join('\n    ')}\n`).map(
    ({ code, message, help }) => [code, message.replace('rule `a`: ', ''), help],
  );
}

function ofWaiver(expiry: string, rule = 'no-failed-tests') {
  return findings(`version: "1"
rules:
  - {id: no-failed-tests, fact: run.failed, max: 0}
waivers:
  - {rule: ${rule}, owner: qa, reason: flaky, expiry: ${expiry}}
`).map(({ code, line, message, help }) => [code, line, message, help]);
}

describe('rules', () => {
  it.each([
    'fact: run.failed; max: 0',
    'fact: run.failed; equals: 0',
    'fact: run.failed; one_of: [0, "1", 2.5]',
    'fact: judge.certified; equals: true',
    'fact: judge.certified; one_of: [true, "false"]',
    'fact: conformance.badge; one_of: [T1, T2, T3, F]',
    'fact: conformance.badge; equals: T1',
    'fact: conformance.tier; one_of: [Tier 1, Fail]',
  ])('finds nothing in %s', (body) => {
    expect(ofRule(body)).toEqual([]);
  });

  it.each([
    ['fact: run.faild; max: 0', 'unknown-fact', 'unknown fact `run.faild`', 'did you mean `run.failed`?'],
    [
      'fact: nothing; max: 0',
      'unknown-fact',
      'unknown fact `nothing`',
      'run `mcptest policy facts` to list all facts',
    ],
    [
      'fact: run.failed',
      'no-comparator',
      'no comparator',
      'give the rule exactly one of max, min, equals, one_of',
    ],
    [
      'fact: run.failed; max: 0; min: 0',
      'several-comparators',
      '2 comparators (max, min)',
      'give the rule exactly one of max, min, equals, one_of',
    ],
    [
      'fact: judge.certified; max: 0',
      'type-mismatch',
      'the fact is a boolean, but `max` compares only numbers',
      undefined,
    ],
    [
      'fact: judge.certified; equals: yes',
      'type-mismatch',
      'the fact is a boolean, but `equals: "yes"` compares only text',
      'write true, without quotes',
    ],
    [
      'fact: run.failed; equals: "0"',
      'type-mismatch',
      'the fact is a number, but `equals: "0"` compares only text',
      'remove the quotes: 0',
    ],
    [
      'fact: conformance.badge; equals: t1',
      'never-holds',
      '`conformance.badge` is never `t1`',
      'did you mean `T1`?',
    ],
    [
      'fact: conformance.badge; one_of: [T1, gold]',
      'impossible-value',
      '`conformance.badge` is never `gold`',
      'use one of T1, T2, T3, F',
    ],
    [
      'fact: conformance.tier; one_of: [T1]',
      'never-holds',
      '`conformance.tier` is never `T1`',
      'use one of Tier 1, Tier 2, Tier 3, Fail',
    ],
    [
      'fact: judge.certified; one_of: [yes]',
      'never-holds',
      '`judge.certified` is never `yes`',
      'write true, without quotes',
    ],
    [
      'fact: judge.certified; one_of: [true, 1]',
      'impossible-value',
      '`judge.certified` is never `1`',
      'use one of true, false',
    ],
    [
      'fact: run.failed; one_of: [0, none]',
      'impossible-value',
      '`run.failed` is never `none`',
      'use a number',
    ],
    [
      'fact: run.failed; one_of: [0, "1.0"]',
      'impossible-value',
      '`run.failed` is never `1.0`',
      'remove the quotes: 1.0',
    ],
  ])('finds what is wrong with %s', (body, ...finding) => {
    expect(ofRule(body)).toEqual([finding]);
  });

  it('finds everything about one rule at once', () => {
    expect(ofRule('fact: run.faild').map(([code]) => code)).toEqual(['no-comparator', 'unknown-fact']);
    expect(ofRule('fact: judge.certified; max: 0; equals: no').map(([code]) => code)).toEqual([
      'several-comparators',
      'type-mismatch',
      'type-mismatch',
    ]);
  });
});

describe('waivers', () => {
  it('finds nothing in one that holds for long', () => {
    expect(ofWaiver('"2026-06-15T00:00:01Z"')).toEqual([]);
  });

  it.each([
    [
      '"2026-06-15T00:00:00Z"',
      'waiver-expires-soon',
      'the waiver for `no-failed-tests` expires in 14 days, on 2026-06-15T00:00:00Z',
      'fix the underlying problem, or ask qa to renew the waiver',
    ],
    [
      '"2026-06-01T00:00:00Z"',
      'waiver-expired',
      'the waiver for `no-failed-tests` expired on 2026-06-01T00:00:00Z',
      'fix the underlying problem, or ask qa to renew the waiver',
    ],
    [
      '2027-01-01',
      'waiver-unreadable-expiry',
      'the waiver for `no-failed-tests` counts as expired: `2027-01-01` is not an RFC 3339 time',
      'write `"2027-01-01T00:00:00Z"`',
    ],
  ])('finds that %s is no good', (expiry, code, message, help) => {
    expect(ofWaiver(expiry)).toEqual([[code, 5, message, help]]);
  });

  it.each([
    ['2026-05-01T00:00:00Z', '2026-06-01T00:00:01Z', ['waiver-expires-soon']],
    ['2026-05-01T00:00:00Z', '2099-01-01T00:00:00Z', []],
    ['2026-06-02T00:00:00Z', '2099-01-01T00:00:00Z', []],
    ['2026-06-02T00:00:00Z', '2026-06-03T00:00:00Z', ['waiver-expires-soon', 'waiver-expires-soon']],
    ['2026-05-01T00:00:00Z', '2026-05-02T00:00:00Z', ['waiver-expired', 'waiver-expired']],
  ])('of one until %s and a second until %s it finds %j', (first, second, codes) => {
    const waiver = (expiry: string) => `  - {rule: r, owner: o, reason: r, expiry: "${expiry}"}\n`;
    const text = `version: "1"\nrules:\n  - {id: r, fact: run.failed, max: 0}\nwaivers:\n${waiver(first)}${waiver(second)}`;
    expect(findings(text).map(({ code }) => code)).toEqual(codes);
  });

  it('finds one of an unknown rule, and its expiry too', () => {
    expect(ofWaiver('"2020-01-01T00:00:00Z"', 'no-failed-test')).toEqual([
      [
        'waiver-unknown-rule',
        5,
        'the waiver of qa names an unknown rule: `no-failed-test`',
        'did you mean `no-failed-tests`?',
      ],
      ['waiver-expired', 5, expect.any(String), expect.any(String)],
    ]);
  });
});

describe('mcptest policy check', () => {
  const check = (policy: string, ...flags: string[]) =>
    runCli(['policy', 'check', 'policy.yml', ...flags], { files: { 'policy.yml': policy } });
  const clean = 'version: "1"\nrules:\n  - {id: a, fact: run.failed, max: 0}\n';
  const wrong =
    'waivers:\n  - {rule: b, owner: c, reason: d, expiry: x}\nversion: "1"\nrules:\n  - {id: a, fact: x}\n';

  it('exits 0 without findings', async () => {
    expect(await check(clean)).toMatchObject({
      exitCode: 0,
      stdout: 'policy.yml: no findings\n',
      stderr: '',
    });
  });

  it('exits 1 with findings, in the order of the file', async () => {
    const { exitCode, stdout, stderr } = await check(wrong, '--format', 'json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    const { findings, counts } = JSON.parse(stdout);
    expect(findings.map(({ code, line }: { code: string; line: number }) => [line, code])).toEqual([
      [2, 'waiver-unknown-rule'],
      [2, 'waiver-unreadable-expiry'],
      [5, 'no-comparator'],
      [5, 'unknown-fact'],
    ]);
    expect(counts).toEqual({ error: 3, warning: 1 });
  });

  it('exits 1 for a warning alone', async () => {
    const soon = `${clean}waivers:\n  - {rule: a, owner: c, reason: d, expiry: "2026-06-05T00:00:00Z"}\n`;
    expect((await check(soon)).exitCode).toBe(1);
    expect((await check(soon, '--warn-expiring', '3d')).exitCode).toBe(0);
    expect((await check(soon, '--warn-expiring', '3d', '--now', '2026-06-04T00:00:00Z')).exitCode).toBe(1);
  });

  it('exits 2 when the policy cannot be read', async () => {
    expect(await check('rules: []')).toMatchObject({ exitCode: 2, stdout: '' });
    expect((await runCli(['policy', 'check', 'none.yml'])).exitCode).toBe(2);
  });

  it('escapes what comes from the file', async () => {
    const { stdout } = await check('version: "1"\nrules:\n  - {id: "\\e[31m", fact: "a\\nb", max: 0}\n');
    expect(stdout).toContain('rule `\\u001b[31m`: unknown fact `a\\nb`');
  });
});

describe('20,000 waivers', () => {
  const COUNT = 20_000;
  const times = (make: (index: number) => string) => Array.from({ length: COUNT }, (_, index) => make(index));
  // the reader of YAML has its own tests
  const small = parsePolicy(
    [
      'version: "1"',
      'rules: [{id: a, fact: run.failed, max: 0}]',
      'waivers:',
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(
        (day) => `  - {rule: a, owner: qa, reason: x, expiry: "2026-06-0${day}T12:00:00Z"}`,
      ),
    ].join('\n'),
    'policy.yml',
  );
  const [rule, waivers] = [small.rules[0]!, small.waivers];
  const policyOf = (ids: readonly string[], waived: readonly string[]) => ({
    ...small,
    rules: ids.map((id, index) => ({ ...rule, id, line: index + 3 })),
    waivers: waived.map((rule, index) => ({ ...waivers[index % 9]!, rule, line: index + COUNT + 4 })),
  });

  it.each([
    ['of one rule', ['a'], times(() => 'a'), 0],
    ['of unknown rules', ['a'], times((i) => `x${i}`), COUNT],
    ['of as many unknown rules as there are rules', times((i) => `a${i}`), times((i) => `x${i}`), COUNT],
  ])('%s are checked in a number of steps that grows with theirs', (_, ids, waived, unknown) => {
    const { value: policy } = counted(policyOf(ids, waived), 100 * COUNT);
    const check = mustEnd(() => lintPolicy(policy, NOW, 14 * DAY));
    expect(check.findings.filter(({ code }) => code === 'waiver-unknown-rule')).toHaveLength(unknown);
  });
});
