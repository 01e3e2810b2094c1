import { describe, expect, it } from 'vitest';
import { Decider, type DeciderSettings } from '../../../../../src/features/gateway/enforce/decider.ts';
import { parseRuleSet } from '../../../../../src/features/gateway/rule-file/rule-set-file.ts';

const AT = Date.parse('2026-06-01T12:00:00Z');

/** Whether a tool is never let through under rules, which are given as lines of YAML. */
function isNeverLet(
  tool: string,
  rules: readonly string[],
  settings: DeciderSettings = {},
  head = '',
): boolean {
  const policies = rules.map((rule) => `  - ${rule}\n`).join('');
  const file = parseRuleSet(`version: "1"\n${head}policies:\n${policies}`, 'p.yml');
  return new Decider(file, settings).deniesAlways({ tool, at: AT });
}

const DENY = '{name: no, toolPattern: "db.*", action: deny}';

describe('a tool is denied whatever a call of it says', () => {
  it.each([
    ['by a rule on its name alone', [DENY]],
    ['beside a rule that allows it', ['{name: yes, toolPattern: db.drop, action: allow}', DENY]],
    ['beside a rule that holds it', ['{name: ask, toolPattern: db.drop, action: require_approval}', DENY]],
  ])('%s', (_, rules) => {
    expect(isNeverLet('db.drop', rules)).toBe(true);
    expect(isNeverLet('mail.send', rules)).toBe(false);
  });

  it('where the server of all calls has what the rule names', () => {
    const rule =
      '{name: no, toolPattern: "*", action: deny, context: {resource: {environment: {anyOf: [production]}}}}';
    const head = 'servers: [{name: pg, environment: production}, {name: dev, environment: test}]\n';
    expect(isNeverLet('db.drop', [rule], { server: 'pg' }, head)).toBe(true);
    expect(isNeverLet('db.drop', [rule], { server: 'dev' }, head)).toBe(false);
  });

  it('where a rule looks at a server that is not registered, unless that is let through', () => {
    const rule =
      '{name: no, toolPattern: db.drop, action: allow, context: {resource: {environment: {anyOf: [test]}}}}';
    const head = 'servers: [{name: pg, environment: production}]\n';
    expect(isNeverLet('db.drop', [rule], { server: 'new' }, head)).toBe(true);
    expect(isNeverLet('db.read', [rule], { server: 'new' }, head)).toBe(false);
    expect(isNeverLet('db.drop', [rule], { server: 'new', unknownServer: 'require_approval' }, head)).toBe(
      false,
    );
  });

  it('by default, where no rule may let it through', () => {
    const head = 'default: deny\n';
    const allow = '{name: yes, toolPattern: "db.*", action: allow}';
    expect(isNeverLet('mail.send', [allow], {}, head)).toBe(true);
    expect(isNeverLet('db.read', [allow], {}, head)).toBe(false);
    expect(isNeverLet('db.read', [allow, DENY], {}, head)).toBe(true);
    // a rule with a threshold denies or says nothing: it lets nothing through
    expect(
      isNeverLet('db.read', ['{name: risky, toolPattern: "*", action: allow, riskThreshold: 50}'], {}, head),
    ).toBe(true);
  });
});

describe('a tool is shown', () => {
  const always = '"*", action: deny';
  it.each([
    [
      'at another time',
      `{name: night, toolPattern: ${always}, context: {time: {windows: [{days: [1, 2, 3, 4, 5, 6, 7], start: "08:00", end: "18:00"}]}}}`,
    ],
    ['from another address', `{name: net, toolPattern: ${always}, context: {ip: {anyOf: [10.0.0.0/8]}}}`],
    [
      'with another threat class',
      `{name: class, toolPattern: ${always}, context: {mlThreatClass: {anyOf: [jailbreak]}}}`,
    ],
    ['with other arguments', `{name: signal, toolPattern: ${always}, signalCategory: secret}`],
    ['with less risk', `{name: risk, toolPattern: ${always}, riskThreshold: 10}`],
  ])('where a call may pass %s', (_, rule) => {
    expect(isNeverLet('db.drop', [rule])).toBe(false);
  });

  it.each([
    'context: {time: {windows: [{days: [1, 2, 3, 4, 5, 6, 7], start: "20:00", end: "21:00"}]}}',
    'context: {ip: {anyOf: [10.0.0.0/8]}}',
  ])('where default deny has an exception that may come to hold: %s', (context) => {
    const rule = `{name: yes, toolPattern: "*", action: allow, ${context}}`;
    expect(isNeverLet('db.drop', [rule], {}, 'default: deny\n')).toBe(false);
  });

  it('and hidden where the exception is for other agents', () => {
    const rule = '{name: yes, toolPattern: "*", action: allow, context: {agent: {labels: {anyOf: [ci]}}}}';
    const head = 'default: deny\n';
    expect(isNeverLet('db.drop', [rule], { agent: { labels: ['dev'] } }, head)).toBe(true);
    expect(isNeverLet('db.drop', [rule], { agent: { labels: ['ci'] } }, head)).toBe(false);
  });
});
