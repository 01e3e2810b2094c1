import { describe, expect, it } from 'vitest';
import { lintRuleSet } from '../../../../../src/features/gateway/check/lint.ts';
import { parseRuleSet } from '../../../../../src/features/gateway/rule-file/rule-set-file.ts';
import { compileRuleSet } from '../../../../../src/features/gateway/rules/rule-set.ts';

/** `code name` of what is found in rules that are named a, b, c and deny every tool unless told otherwise. */
function lint(rules: readonly object[], tools?: readonly string[]): string[] {
  const written = rules.map((parts, index) => ({
    name: 'abcdef'.charAt(index),
    toolPattern: '*',
    action: 'deny',
    ...parts,
  }));
  const ruleSet = compileRuleSet(parseRuleSet(JSON.stringify(written), 'p.json'));
  return lintRuleSet(ruleSet, tools).findings.map(({ code, policy }) => `${code} ${policy}`);
}

const hold = { action: 'require_approval' };
const allow = { action: 'allow' };
const onSecret = { signalCategory: 'secret' };
const production = { context: { resource: { environment: { anyOf: ['production'] } } } };
const windows = (negate: boolean, ...spans: [string, string, number[]?][]) => ({
  context: {
    time: { negate, windows: spans.map(([start, end, days]) => ({ start, end, ...(days && { days }) })) },
  },
});

describe('a shadowed rule', () => {
  it.each([
    ['behind the same action', [{}, { toolPattern: 'x.*' }], ['b']],
    ['by priority, not place', [{ toolPattern: 'x.*', priority: 200 }, {}], ['a']],
    [
      'behind a stricter action, wherever that stands',
      [{ ...hold, toolPattern: 'x.*' }, { priority: 900 }],
      ['a'],
    ],
    ['with conditions', [{}, production], ['b']],
    ['with a signal', [{}, onSecret], ['b']],
    ['of two that are the same, the later', [production, production], ['b']],
  ])('%s', (_, rules, found) => {
    expect(lint(rules)).toEqual(found.map((name) => `shadowed-rule ${name}`));
  });

  it.each([
    ['an earlier rule that is milder', [{ ...hold }, { toolPattern: 'x.*' }]],
    ['a later rule of the same action', [{ toolPattern: 'x.*' }, {}]],
    ['an earlier rule with conditions', [production, {}]],
    ['an earlier rule on a signal', [onSecret, {}]],
    ['a rule that is switched off', [{ enabled: false }, { toolPattern: 'x.*' }]],
    ['other tools', [{ toolPattern: 'x.*' }, { toolPattern: 'xy.*' }]],
  ])('is not one behind %s', (_, rules) => {
    expect(lint(rules).filter((found) => found.startsWith('shadowed'))).toEqual([]);
  });
});

describe('a threshold', () => {
  it.each([
    ['that comes second', [{ riskThreshold: 80 }, { riskThreshold: 50 }], ['unreachable-threshold b']],
    [
      'behind any rule that decides',
      [
        { ...allow, toolPattern: 'x.*' },
        { toolPattern: 'x.y', riskThreshold: 5 },
      ],
      ['unreachable-threshold b'],
    ],
    [
      'before a rule that decides',
      [{ toolPattern: 'x.y', riskThreshold: 5 }, hold],
      ['unreachable-threshold a'],
    ],
    ['with another action', [{ ...allow, riskThreshold: 80 }], ['threshold-action a']],
    [
      'that comes second for some calls only',
      [{ ...production, riskThreshold: 80 }, { riskThreshold: 50 }],
      [],
    ],
    ['beside a rule for other calls', [{ ...production, ...hold }, { riskThreshold: 50 }], []],
  ])('%s', (_, rules, found) => {
    expect(lint(rules)).toEqual(found);
  });
});

describe('an allow', () => {
  it.each([
    [
      'within the reach of a deny on a signal',
      [{ ...allow, toolPattern: 'x.*' }, onSecret],
      ['overruled-allow a'],
    ],
    [
      'beyond the reach of a deny on a signal',
      [{ ...allow }, { ...onSecret, toolPattern: 'x.*' }],
      ['allow-by-default a'],
    ],
    ['on a signal itself', [{ ...allow, signalCategory: 'pii' }, onSecret], ['allow-by-default a']],
    ['without a threshold', [allow], ['allow-by-default a']],
    ['that keeps calls from a threshold', [{ ...allow, toolPattern: 'x.*' }, { riskThreshold: 50 }], []],
  ])('%s', (_, rules, found) => {
    expect(lint(rules)).toEqual(found);
  });
});

describe('windows', () => {
  it.each([
    ['all day, negated', windows(true, ['00:00', '24:00']), ['never-open a']],
    ['past midnight, negated', windows(true, ['09:00', '09:00']), ['never-open a']],
    ['that add up, negated', windows(true, ['00:00', '12:00'], ['12:00', '00:00']), ['never-open a']],
    ['all day', windows(false, ['00:00', '24:00']), ['always-open a']],
    ['every day by its number', windows(false, ['00:00', '24:00', [0, 1, 2, 3, 4, 5, 6]]), ['always-open a']],
    ['that leave a minute, negated', windows(true, ['00:00', '23:59']), []],
    ['that leave a day, negated', windows(true, ['00:00', '24:00', [1, 2, 3, 4, 5, 6]]), []],
  ])('%s', (_, rule, found) => {
    expect(lint([rule])).toEqual(found);
  });
});

describe('an entry', () => {
  const ip = (...anyOf: string[]) => ({ context: { ip: { anyOf } } });
  const host = (...anyOf: string[]) => ({ context: { resource: { host: { anyOf } } } });

  it.each([
    ['of a smaller network', ip('10.1.0.0/16', '10.0.0.0/8'), 1],
    ['of the same network', ip('10.1.0.0/8', '10.2.0.0/8'), 1],
    ['of all addresses', ip('0.0.0.0/0', '1.2.3.4', '::1'), 1],
    ['of IPv6', ip('2001:db8::/32', '2001:db8:0:1::/64', '2001:db9::'), 1],
    ['that is mapped', ip('10.0.0.0/8', '::ffff:10.0.0.1'), 1],
    ['of a host below', host('*.corp.com', 'a.corp.com', '*.b.corp.com', 'CORP.com'), 3],
    ['of networks side by side', ip('10.0.0.0/9', '10.128.0.0/9'), 0],
    ['of hosts side by side', host('corp.com', '*.corp.com', 'evilcorp.com', '*.com.org'), 1],
    ['of a host and all below another', host('a.corp.com', '*.a.corp.org'), 0],
  ])('%s', (_, rule, count) => {
    expect(lint([rule])).toEqual(Array.from({ length: count }, () => 'covered-entry a'));
  });
});

describe('a pattern and a catalog', () => {
  const tools = ['github.list', 'github.delete'];

  it('finds patterns that match no tool, but of rules that are off only that', () => {
    const rules = [
      { toolPattern: 'github.*' },
      { toolPattern: 'GitHub.*' },
      { toolPattern: 'x', enabled: false },
    ];
    expect(lint(rules, tools)).toEqual(['unmatched-pattern b', 'switched-off c']);
  });
});

describe('a pattern of another language', () => {
  it.each([
    '^db_delete$',
    '.*delete.*',
    'db\\.delete',
    '{read,write}_file',
    'read_?',
    'Bash(rm:*)',
    'file_[ab]',
    'read,write',
    ' read',
    'read ',
    'delete\u200b_user',
  ])('is found: %j', (toolPattern) => {
    expect(lint([{ toolPattern }])).toEqual(['foreign-pattern a']);
    expect(lint([{ toolPattern }], ['x'])).toEqual(['foreign-pattern a']);
  });

  it.each(['github.*', 'db.*', '*', 'aws.delete_*', 'mcp__github__*', 'read-file', 'a/b', 'x$y', 'a{b}'])(
    'is not %j',
    (toolPattern) => {
      expect(lint([{ toolPattern }])).toEqual([]);
    },
  );

  it('is none if a tool is called so', () => {
    expect(lint([{ toolPattern: 'Bash(rm:*)' }], ['Bash(rm:-rf)'])).toEqual([]);
  });
});

describe('a name that looks like a denied one', () => {
  it('is found among the patterns and the tools', () => {
    expect(lint([{ toolPattern: 'delete_user' }, { ...hold, toolPattern: 'Delete_User' }])).toEqual([
      'look-alike a',
    ]);
    expect(lint([{ toolPattern: 'delete_*' }], ['delete_x', 'DELETE_y', 'dеlete_z'])).toEqual([
      'look-alike a',
      'look-alike a',
    ]);
    expect(lint([{ toolPattern: 'delete_*' }], ['delete_x', 'read'])).toEqual([]);
    expect(lint([{ ...hold, toolPattern: 'delete_*' }], ['delete_x', 'Delete_y'])).toEqual([]);
  });

  it('is denied, and not found, where names are strict', () => {
    const text =
      '{"version":"1","names":"strict","policies":[{"name":"a","toolPattern":"delete_*","action":"deny"}]}';
    const strict = compileRuleSet(parseRuleSet(text, 'p.json'));
    expect(lintRuleSet(strict, ['delete_x', 'Delete_y']).findings).toEqual([]);
  });
});

describe('the settings of a rule set', () => {
  const codes = (text: string) =>
    lintRuleSet(compileRuleSet(parseRuleSet(text, 'p.yml'))).findings.map(
      ({ code, policy }) => `${code} ${policy}`,
    );

  it('say which rules have an effect', () => {
    const allowed = '{ name: a, toolPattern: "read_*", action: allow }';
    expect(codes(`{ version: "1", default: deny, policies: [${allowed}] }`)).toEqual([]);
    expect(codes(`{ version: "1", default: allow, policies: [${allowed}] }`)).toEqual(['allow-by-default a']);
    const risky = '{ name: b, toolPattern: "*", action: deny, riskThreshold: 50 }';
    expect(codes(`{ version: "1", default: deny, policies: [${allowed}, ${risky}] }`)).toEqual([
      'unreachable-threshold b',
    ]);
  });

  it('may have no server that a rule asks for', () => {
    const rule = (environment: string) =>
      `{ version: "1", servers: [{ name: s, environment: production, type: database }],
         policies: [{ name: a, toolPattern: "x*", action: deny, context: { resource: { environment: { anyOf: [${environment}] }, type: { anyOf: [database] } } } }] }`;
    expect(codes(rule('staging'))).toEqual(['unmatched-server a']);
    expect(codes(rule('staging, production'))).toEqual([]);
  });

  it('may have no agent with the label that a rule asks for', () => {
    const rule = (agents: string, labels = '{ anyOf: [contractor, guest] }') =>
      `{ version: "1", ${agents}
         policies: [{ name: a, toolPattern: "x*", action: deny, context: { agent: { labels: ${labels} } } }] }`;
    expect(codes(rule(''))).toEqual(['unmatched-agent a']);
    expect(codes(rule('agents: [{ id: bot }, { id: ann, labels: [staff] }],'))).toEqual([
      'unmatched-agent a',
    ]);
    expect(codes(rule('agents: [{ id: bot, labels: [staff, GUEST] }],'))).toEqual([]);
    expect(codes(rule('', '{ anyOf: [staff], negate: true }')), 'holds for an agent without labels').toEqual(
      [],
    );
  });
});
