import { describe, expect, it } from 'vitest';
import type { Enforcement } from '../../../../../src/artifacts/audit-log/model.ts';
import { parseRuleSet } from '../../../../../src/features/gateway/rule-file/rule-set-file.ts';
import { compileRuleSet } from '../../../../../src/features/gateway/rules/rule-set.ts';
import { callOf } from '../../../../support/rule-sets.ts';

const ENFORCED: Enforcement = { names: 'strict', unknownServer: 'deny' };

const setOf = (text: string) => compileRuleSet(parseRuleSet(text, 'rules.yml'));

const DELETES = `
version: "1"
policies:
  - { name: no deletes, toolPattern: delete_*, action: deny }
  - { name: some deletes, toolPattern: DELETE_drafts, action: allow }
`;

describe('the default', () => {
  const set = setOf(`
version: "1"
default: deny
policies:
  - { name: reads, toolPattern: read_*, action: allow }
  - { name: risky, toolPattern: '*', action: deny, riskThreshold: 50 }
`);

  it('decides what no rule decides', () => {
    expect(set.decide(callOf({ tool: 'write_x' }))).toEqual({ decision: 'deny', rule: null, by: 'default' });
    expect(set.decide(callOf({ tool: 'read_x', risk: 90 })).decision).toBe('allow');
    expect(set.decide(callOf({ tool: 'write_x', risk: 90 })).by).toBe('threshold');
  });

  it('can hold', () => {
    const holding = setOf(
      '{"version":"1","default":"require_approval","policies":[{"name":"a","toolPattern":"a","action":"allow"}]}',
    );
    expect(holding.decide(callOf({ tool: 'b' })).decision).toBe('require_approval');
  });
});

describe('names', () => {
  const set = setOf(DELETES);
  const decide = (tool: string, enforced?: Enforcement) =>
    set.decide(callOf({ tool, ...(enforced && { enforced }) })).decision;

  it.each(['Delete_user', 'delete\u200b_user', 'd\u0435lete_user', 'ｄelete_user'])(
    'that look like a denied one are denied by a hook or proxy: %j',
    (tool) => {
      expect(decide(tool, ENFORCED)).toBe('deny');
      expect(decide(tool)).toBe('allow');
      expect(decide(tool, { ...ENFORCED, names: 'loose' })).toBe('allow');
    },
  );

  it('that look like an allowed one are not allowed by that', () => {
    const only = setOf(
      '{"version":"1","default":"deny","names":"strict","policies":[{"name":"a","toolPattern":"read","action":"allow"}]}',
    );
    expect(only.decide(callOf({ tool: 'Read' })).decision).toBe('deny');
    expect(only.decide(callOf({ tool: 'read' })).decision).toBe('allow');
  });

  it('are compared as the rule set says, whoever decides', () => {
    const loose = setOf(DELETES.replace('version: "1"', 'version: "1"\nnames: loose'));
    expect(loose.decide(callOf({ tool: 'Delete_user', enforced: ENFORCED })).decision).toBe('allow');
    const strict = setOf(DELETES.replace('version: "1"', 'version: "1"\nnames: strict'));
    expect(strict.decide(callOf({ tool: 'DELETE_drafts' })).decision).toBe('deny');
  });

  it('are compared in NFC', () => {
    const cafe = setOf(
      '{"version":"1","policies":[{"name":"a","toolPattern":"cafe\u0301_*","action":"deny"}]}',
    );
    expect(cafe.decide(callOf({ tool: 'caf\u00e9_x' })).decision).toBe('deny');
    expect(cafe.decide(callOf({ tool: 'cafe\u0301_x' })).decision).toBe('deny');
  });

  it('of a server are part of the name that is compared', () => {
    const set = setOf(
      '{"version":"1","policies":[{"name":"a","toolPattern":"mcp__prod__*","action":"deny"}]}',
    );
    expect(set.decide(callOf({ tool: 'x', server: 'Prod', enforced: ENFORCED })).decision).toBe('deny');
  });
});

describe('a server that is not registered', () => {
  const set = setOf(`
version: "1"
servers: [{ name: pg, environment: production }, { name: test }]
policies:
  - name: prod writes
    toolPattern: db.*
    action: deny
    context: { resource: { environment: { anyOf: [production] } } }
`);
  const decide = (
    server: string | undefined,
    unknownServer: Enforcement['unknownServer'],
    tool = 'db.write',
  ) => set.decide(callOf({ tool, ...(server && { server }), enforced: { names: 'strict', unknownServer } }));

  it('is denied or held where a rule for the tool looks at its environment', () => {
    expect(decide('pg', 'deny').by).toBe('explicit');
    expect(decide('other', 'deny')).toMatchObject({ decision: 'deny', by: 'unknown-server' });
    expect(decide('other', 'require_approval')).toMatchObject({ decision: 'require_approval' });
    expect(decide(undefined, 'deny').decision).toBe('deny');
    expect(decide('test', 'deny').decision).toBe('allow');
    expect(decide('other', 'deny', 'read').decision).toBe('allow');
  });

  it('is no reason to let through what a rule denies', () => {
    const strict = setOf(`
version: "1"
policies:
  - { name: no, toolPattern: db.*, action: deny }
  - { name: prod, toolPattern: db.*, action: allow, context: { resource: { environment: { anyOf: [production] } } } }
`);
    const call = callOf({
      tool: 'db.x',
      server: 'x',
      enforced: { names: 'loose', unknownServer: 'require_approval' },
    });
    expect(strict.decide(call)).toMatchObject({ decision: 'deny', by: 'explicit' });
  });

  it('matters only to a hook or a proxy', () => {
    expect(set.decide(callOf({ tool: 'db.write', server: 'other' })).decision).toBe('allow');
  });
});

describe('a registered agent', () => {
  const set = setOf(`
version: "1"
agents: [{ id: bot, labels: [Untrusted] }, { id: plain }]
policies:
  - { name: untrusted, toolPattern: '*', action: deny, context: { agent: { labels: { anyOf: [untrusted] } } } }
`);
  const decide = (agent: { id?: string; labels?: string[] }) => set.decide(callOf({ agent })).decision;

  it('has the labels of the registry, whatever the call says', () => {
    expect(decide({ id: 'bot' })).toBe('deny');
    expect(decide({ id: 'bot', labels: ['trusted'] })).toBe('deny');
    expect(decide({ id: 'plain', labels: ['untrusted'] })).toBe('deny');
    expect(decide({ id: 'other', labels: ['trusted'] })).toBe('allow');
  });
});
