import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../../../src/diagnostic.ts';
import { InputError } from '../../../../src/errors.ts';
import { parsePolicy } from '../../../../src/features/policy/policy-file.ts';

/** A policy of one rule and one waiver with parts replaced. */
function policy(parts: { rule?: string; waiver?: string } = {}): string {
  const { rule = 'max: 0', waiver } = parts;
  const waivers = waiver === undefined ? '' : `waivers:\n  - {${waiver}}\n`;
  return `version: "1.0"\nrules:\n  - id: a\n    fact: run.failed\n    ${rule}\n${waivers}`;
}

function faultsOf(text: string): string[] {
  try {
    parsePolicy(text, 'p.yml');
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics.map((d) => formatDiagnostic(d));
    throw error;
  }
  return [];
}

const WAIVER = 'rule: a, owner: o, reason: r, expiry: "2099-01-01T00:00:00Z"';

describe('parsePolicy', () => {
  it('reads the example of the spec', () => {
    const text = `version: "1.0"
rules:
- id: no-failed-tests
  description: Every test in the run must pass.
  fact: run.failed
  max: 0
- id: judge-certified
  description: The grading judge must be certified.
  fact: judge.certified
  equals: true
- id: conformance-tier
  description: The server must reach conformance tier 1 or 2.
  fact: conformance.badge
  one_of: [T1, T2]
  severity: warn
waivers:
- rule: conformance-tier
  owner: platform-team
  reason: A known SHOULD gap tracked upstream.
  expiry: "2099-01-01T00:00:00Z"
  issue: GH-1234
`;
    expect(parsePolicy(text, 'p.yml')).toEqual({
      path: 'p.yml',
      version: '1.0',
      rules: [
        {
          id: 'no-failed-tests',
          description: 'Every test in the run must pass.',
          fact: 'run.failed',
          comparisons: [{ comparator: 'max', expected: 0 }],
          severity: 'fail',
          line: 3,
          column: 3,
        },
        {
          id: 'judge-certified',
          description: 'The grading judge must be certified.',
          fact: 'judge.certified',
          comparisons: [{ comparator: 'equals', expected: true }],
          severity: 'fail',
          line: 7,
          column: 3,
        },
        {
          id: 'conformance-tier',
          description: 'The server must reach conformance tier 1 or 2.',
          fact: 'conformance.badge',
          comparisons: [{ comparator: 'one_of', expected: ['T1', 'T2'] }],
          severity: 'warn',
          line: 11,
          column: 3,
        },
      ],
      waivers: [
        {
          rule: 'conformance-tier',
          owner: 'platform-team',
          reason: 'A known SHOULD gap tracked upstream.',
          expiry: '2099-01-01T00:00:00Z',
          expiresAt: Date.UTC(2099, 0, 1),
          issue: 'GH-1234',
          line: 17,
          column: 3,
        },
      ],
    });
  });

  it.each([
    [
      'no version',
      'rules: [{id: a, fact: run.failed, max: 0}]',
      'p.yml:1:1: error: version: is missing; it must be text',
    ],
    [
      'a version that is a number',
      'version: 1.0\nrules: [{id: a, fact: run.failed, max: 0}]',
      'p.yml:1:10: error: version: must be text, found `1.0`\n  help: put it in quotes: "1.0"',
    ],
    [
      'an empty version',
      'version: ""\nrules: [{id: a, fact: f, max: 0}]',
      'p.yml:1:10: error: version: must be non-empty text, found `""`',
    ],
    ['no rules', 'version: "1"', 'p.yml:1:1: error: rules: is missing; it must be a list'],
    [
      'an empty list of rules',
      'version: "1"\nrules: []',
      'p.yml:2:8: error: rules: must be a non-empty list, found an empty list',
    ],
    [
      'rules without a value',
      'version: "1"\nrules:\n',
      'p.yml:2:7: error: rules: must be a list, found null',
    ],
    [
      'rules that are a mapping',
      'version: "1"\nrules: {a: 1}',
      'p.yml:2:8: error: rules: must be a list, found a mapping',
    ],
    [
      'a rule that is text',
      'version: "1"\nrules: [run.failed]',
      'p.yml:2:9: error: rules[0]: must be a mapping, found `"run.failed"`',
    ],
    ['a list as policy', '- id: a', 'p.yml:1:1: error: must be a mapping, found a list'],
    [
      'a rule without id',
      'version: "1"\nrules:\n  - fact: run.failed\n    max: 0',
      'p.yml:3:5: error: rules[0].id: is missing; it must be text',
    ],
    [
      'a rule without fact',
      'version: "1"\nrules:\n  - id: a\n    max: 0',
      'p.yml:3:5: error: rules[0].fact: is missing; it must be text',
    ],
    [
      'an id that is a number',
      'version: "1"\nrules:\n  - {id: 1, fact: run.failed, max: 0}',
      'p.yml:3:10: error: rules[0].id: must be text, found `1`\n  help: put it in quotes: "1"',
    ],
    [
      'a misspelt key of a rule',
      policy({ rule: 'maxx: 0' }),
      'p.yml:5:5: error: rules[0].maxx: unknown key `maxx`\n  help: did you mean `max`?',
    ],
    [
      'a key of the wrong case',
      policy({ rule: 'Max: 0' }),
      'p.yml:5:5: error: rules[0].Max: unknown key `Max`\n  help: did you mean `max`?',
    ],
    [
      'a key like no other',
      `${policy()}extends: base.yml`,
      'p.yml:6:1: error: extends: unknown key `extends`\n  help: known keys: version, rules, waivers',
    ],
    [
      'a key named __proto__',
      policy({ rule: 'max: 0\n    __proto__: {max: 1}' }),
      'p.yml:6:5: error: rules[0].__proto__: unknown key `__proto__`\n  help: known keys: id, description, fact, max, min, equals, one_of, severity',
    ],
    [
      'max as text',
      policy({ rule: 'max: "0"' }),
      'p.yml:5:10: error: rules[0].max: must be a finite number, found `"0"`\n  help: remove the quotes: 0',
    ],
    [
      'max without a value',
      policy({ rule: 'max:' }),
      'p.yml:5:9: error: rules[0].max: must be a finite number, found null',
    ],
    [
      'min as infinity',
      policy({ rule: 'min: .inf' }),
      'p.yml:5:10: error: rules[0].min: must be a finite number, found `.inf`',
    ],
    [
      'min as no number',
      policy({ rule: 'min: .nan' }),
      'p.yml:5:10: error: rules[0].min: must be a finite number, found `.nan`',
    ],
    [
      'a number that no double holds',
      policy({ rule: 'max: 9007199254740993' }),
      'p.yml:5:10: error: rules[0].max: a number with more digits than can be represented, found `9007199254740993`\n  help: the nearest number is 9007199254740992',
    ],
    ...[
      ['max', '0.99999999999999999999', '1'],
      ['min', '1e-400', '0'],
      ['equals', '1.00000000000000001', '1'],
    ].map(([comparator, written, read]): [string, string, string] => [
      `${comparator} of a number that would be rounded`,
      policy({ rule: `${comparator}: ${written}` }),
      `p.yml:5:${7 + comparator!.length}: error: rules[0].${comparator}: a number with more digits than can be represented, found \`${written}\`\n  help: the nearest number is ${read}`,
    ]),
    [
      'a rounded number in one_of',
      policy({ rule: 'one_of: [1, 2.0000000000000000001]' }),
      'p.yml:5:17: error: rules[0].one_of[1]: a number with more digits than can be represented, found `2.0000000000000000001`\n  help: the nearest number is 2',
    ],
    [
      'equals without a value',
      policy({ rule: 'equals:' }),
      'p.yml:5:12: error: rules[0].equals: must be a number, text, `true` or `false`, found null',
    ],
    [
      'equals as a list',
      policy({ rule: 'equals: [1]' }),
      'p.yml:5:13: error: rules[0].equals: must be a number, text, `true` or `false`, found a list',
    ],
    [
      'one_of as text',
      policy({ rule: 'one_of: T1' }),
      'p.yml:5:13: error: rules[0].one_of: must be a list, found `"T1"`',
    ],
    [
      'an empty one_of',
      policy({ rule: 'one_of: []' }),
      'p.yml:5:13: error: rules[0].one_of: must be a non-empty list, found an empty list',
    ],
    [
      'a null in one_of',
      policy({ rule: 'one_of: [T1, null]' }),
      'p.yml:5:18: error: rules[0].one_of[1]: must be a number, text, `true` or `false`, found null',
    ],
    [
      'an unknown severity',
      policy({ rule: 'max: 0\n    severity: warning' }),
      'p.yml:6:15: error: rules[0].severity: must be one of `fail`, `warn`, found `"warning"`',
    ],
    [
      'a misspelt severity',
      policy({ rule: 'max: 0\n    severity: wran' }),
      'p.yml:6:15: error: rules[0].severity: must be one of `fail`, `warn`, found `"wran"`\n  help: did you mean `warn`?',
    ],
    [
      'a description that is a list',
      policy({ rule: 'max: 0\n    description: [x]' }),
      'p.yml:6:18: error: rules[0].description: must be text, found a list',
    ],
    ...['rule', 'owner', 'reason', 'expiry'].map((key): [string, string, string] => [
      `a waiver without ${key}`,
      policy({ waiver: WAIVER.replace(new RegExp(`${key}: [^,]*(, )?`), '') }),
      `p.yml:7:5: error: waivers[0].${key}: is missing; it must be ${key === 'expiry' ? 'an RFC 3339 time, like "2026-12-31T00:00:00Z"' : 'text'}`,
    ]),
    [
      'a waiver whose owner is blank',
      policy({ waiver: WAIVER.replace('owner: o', 'owner: " "') }),
      'p.yml:7:22: error: waivers[0].owner: must be non-empty text, found `" "`',
    ],
    [
      'an expiry without a value',
      policy({ waiver: 'rule: a, owner: o, reason: r, expiry: ' }),
      'p.yml:7:44: error: waivers[0].expiry: must be an RFC 3339 time, like "2026-12-31T00:00:00Z", found null',
    ],
    [
      'a misspelt key of a waiver',
      policy({ waiver: `${WAIVER}, expires: x` }),
      expect.stringContaining('unknown key `expires`\n  help: did you mean `expiry`?'),
    ],
    [
      'waivers without a value',
      `${policy()}waivers:\n`,
      'p.yml:6:9: error: waivers: must be a list, found null',
    ],
  ])('refuses %s', (_, text, message) => {
    expect(faultsOf(text)).toEqual([message]);
  });

  it('refuses an id that occurs twice, and says where the first is', () => {
    const rule = (id: string) => `  - {id: ${id}, fact: run.failed, max: 0}\n`;
    expect(faultsOf(`version: "1"\nrules:\n${rule('a')}${rule('b')}${rule('a')}`)).toEqual([
      'p.yml:5:10: error: rules[2].id: `a` is already the id of the rule on line 3\n  help: give each rule its own id',
    ]);
  });

  it('reports every fault of a file at once', () => {
    const text =
      'version: 1\nrules:\n  - {id: a, fact: run.failed, max: x}\n  - {fact: run.failed, min: 0}\nextra: 1';
    expect(faultsOf(text)).toHaveLength(4);
  });

  it.each([
    ['no comparator', 'severity: warn', []],
    ['two comparators', 'max: 0\n    min: 0', ['max', 'min']],
  ])('reads a rule with %s: the evaluation reports it', (_, rule, comparators) => {
    const { rules } = parsePolicy(policy({ rule }), 'p.yml');
    expect(rules[0]!.comparisons.map(({ comparator }) => comparator)).toEqual(comparators);
  });

  it.each([
    ['an unquoted timestamp', '2026-12-31T00:00:00Z', Date.UTC(2026, 11, 31)],
    ['a timestamp with an offset', '"2026-12-31T02:00:00+02:00"', Date.UTC(2026, 11, 31)],
    ['a date without a time', '2026-12-31', undefined],
    ['a local time', '2026-12-31T00:00:00', undefined],
    ['a number', '20261231', undefined],
    ['a word', 'never', undefined],
    ['nothing', '""', undefined],
  ])('reads an expiry that is %s', (_, written, expiresAt) => {
    const { waivers } = parsePolicy(
      policy({ waiver: `rule: a, owner: o, reason: r, expiry: ${written}` }),
      'p.yml',
    );
    expect(waivers[0]!.expiresAt).toBe(expiresAt);
    expect(waivers[0]!.expiry).toBe(written.replaceAll('"', ''));
  });

  it('reads an issue that is a number as text', () => {
    const { waivers } = parsePolicy(policy({ waiver: `${WAIVER}, issue: 1234` }), 'p.yml');
    expect(waivers[0]!.issue).toBe('1234');
    const padded = parsePolicy(policy({ waiver: `${WAIVER}, issue: 0042` }), 'p.yml');
    expect(padded.waivers[0]!.issue).toBe('0042');
  });

  it('gives no id to the prototype of an object', () => {
    const { rules } = parsePolicy(
      'version: "1"\nrules: [{id: __proto__, fact: constructor, max: 0}]',
      'p.yml',
    );
    expect(rules[0]).toMatchObject({ id: '__proto__', fact: 'constructor' });
  });
});
