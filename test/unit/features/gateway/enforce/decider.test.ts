import { describe, expect, it } from 'vitest';
import {
  type AskedCall,
  Decider,
  type DeciderSettings,
} from '../../../../../src/features/gateway/enforce/decider.ts';
import { parseRuleSet } from '../../../../../src/features/gateway/rule-file/rule-set-file.ts';

const AT = Date.parse('2026-06-01T12:00:00Z');

const RULES = `
version: "1"
servers: [{name: pg, environment: production, type: database}]
agents: [{id: bot, labels: [ci]}]
policies:
  - {name: no deletes, toolPattern: "*delete_*", action: deny}
  - {name: no production, toolPattern: db.write, action: deny, context: {resource: {environment: {anyOf: [production]}}}}
  - {name: no bots, toolPattern: mail.send, action: require_approval, context: {agent: {labels: {anyOf: [ci]}}}}
  - {name: no secrets, toolPattern: "*", action: deny, signalCategory: secret}
  - {name: no injected, toolPattern: run, action: deny, context: {mlThreatClass: {anyOf: [jailbreak]}}}
`;

function decide(asked: Omit<AskedCall, 'at'>, settings: DeciderSettings = {}, rules = RULES) {
  return new Decider(parseRuleSet(rules, 'p.yml'), settings).decide({ at: AT, ...asked });
}

const verdictOn = (...given: Parameters<typeof decide>) => {
  const { decision, matchedPolicy } = decide(...given).verdict;
  return `${decision} ${matchedPolicy}`;
};

describe('the decider', () => {
  it('decides by the rules, and allows what none matches', () => {
    expect(verdictOn({ tool: 'aws.delete_bucket' })).toBe('deny no deletes');
    expect(verdictOn({ tool: 'aws.list_buckets' })).toBe('allow null');
  });

  it('inspects the arguments, and gives the call with what was found', () => {
    const { call, verdict } = decide({ tool: 'x', arguments: { key: `AKIA${'QWERTYUIOPASDFGH'}` } });
    expect(verdict).toMatchObject({ decision: 'deny', matchedPolicy: 'no secrets' });
    expect(call.signals).toEqual(verdict.signals);
    expect(call.signals[0]).toMatchObject({ category: 'secret', location: 'arguments.key' });
    expect(call.risk).toBe(verdict.risk);
  });

  it('takes server and agent from its settings', () => {
    expect(verdictOn({ tool: 'db.write' }, { server: 'pg' })).toBe('deny no production');
    expect(verdictOn({ tool: 'mail.send' }, { agent: { id: 'bot' } })).toBe('require_approval no bots');
    expect(verdictOn({ tool: 'mail.send' }, { agent: { labels: ['CI'] } })).toBe('require_approval no bots');
    expect(verdictOn({ tool: 'mail.send' })).toBe('allow null');
  });

  it('takes server and agent of the call before those of its settings', () => {
    expect(verdictOn({ tool: 'db.write', server: 'pg' }, { server: 'nobody' })).toBe('deny no production');
    const settings = { agent: { labels: ['ci'] } };
    expect(verdictOn({ tool: 'mail.send', agent: { id: 'else' } }, settings)).toBe('allow null');
  });

  it('looks up the threat class of the agent', () => {
    const threats = { classOf: (agent: string) => (agent === 'bot' ? 'jailbreak' : undefined) };
    expect(verdictOn({ tool: 'run' }, { agent: { id: 'bot' }, threats })).toBe('deny no injected');
    expect(verdictOn({ tool: 'run' }, { agent: { id: 'else' }, threats })).toBe('allow null');
  });

  it('denies or holds calls of unknown servers where a rule looks at them', () => {
    expect(verdictOn({ tool: 'db.write' }, { server: 'new' })).toBe('deny no production');
    expect(verdictOn({ tool: 'db.write' }, { unknownServer: 'require_approval' })).toBe(
      'require_approval no production',
    );
    expect(decide({ tool: 'db.write' }, { server: 'new' }).verdict.reason).toBe(
      '`servers` has no `new`, and the rule `no production` looks at what it would say of it',
    );
    expect(verdictOn({ tool: 'db.read' }, { server: 'new' })).toBe('allow null');
  });

  it('compares names strictly, unless the file or the settings say otherwise', () => {
    const tool = 'aws.DELETE\u200b_bucket';
    const loose = `names: loose${RULES}`;
    expect(verdictOn({ tool })).toBe('deny no deletes');
    expect(verdictOn({ tool }, {}, loose)).toBe('allow null');
    expect(verdictOn({ tool }, { names: 'loose' })).toBe('allow null');
    expect(verdictOn({ tool }, { names: 'strict' }, loose)).toBe('deny no deletes');
    expect(decide({ tool }, {}, loose).call.enforced).toEqual({ names: 'loose', unknownServer: 'deny' });
  });

  it('decides a set without rules by its default', () => {
    const rules = 'version: "1"\npolicies: []\ndefault: deny';
    expect(verdictOn({ tool: 'x' }, {}, rules)).toBe('deny null');
  });

  it('gives the trace on demand', () => {
    const decider = new Decider(parseRuleSet(RULES, 'p.yml'));
    const trace = decider.trace(decider.decide({ tool: 'aws.delete_x', at: AT }));
    expect(trace.map(({ matched }) => matched)).toEqual([true, false, false, false, false]);
  });
});
