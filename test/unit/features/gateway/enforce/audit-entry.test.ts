import { describe, expect, it } from 'vitest';
import { toAuditRecord } from '../../../../../src/features/gateway/enforce/audit-entry.ts';
import { Decider } from '../../../../../src/features/gateway/enforce/decider.ts';
import { parseRuleSet } from '../../../../../src/features/gateway/rule-file/rule-set-file.ts';

const AT = Date.parse('2026-06-01T12:00:00Z');
const KEY = `AKIA${'QWERTYUIOPASDFGH'}`;

const file = parseRuleSet('version: "1"\npolicies: [{name: r, toolPattern: x, action: deny}]', 'p.yml');
const decider = new Decider(file, { server: 'pg', agent: { id: 'bot', labels: ['ci'] } });
const decided = (tool: string) => decider.decide({ tool, arguments: { key: KEY, rows: 3 }, at: AT });
const settings = { inspection: file.inspection, ruleSet: 'ab', logArguments: 'full' } as const;

describe('the record of a decided call', () => {
  it('has all that the decision was made from', () => {
    expect(toAuditRecord(decided('x'), { ...settings, id: 'call-1' })).toEqual({
      id: 'call-1',
      at: AT,
      agent: { id: 'bot', labels: ['ci'] },
      server: 'pg',
      tool: 'x',
      arguments: { key: KEY, rows: 3 },
      risk: decided('x').verdict.risk,
      signals: decided('x').verdict.signals,
      enforced: { names: 'strict', unknownServer: 'deny' },
      decision: 'deny',
      policy: 'r',
      ruleSet: 'ab',
    });
  });

  it('has no policy where none decided', () => {
    const record = toAuditRecord(decided('y'), settings);
    expect(record).not.toHaveProperty('policy');
    expect(record.decision).toBe('allow');
  });

  it('says how a held call ended', () => {
    const approval = { state: 'approved', by: 'ann', at: AT + 1 } as const;
    expect(toAuditRecord(decided('x'), { ...settings, approval }).approval).toEqual(approval);
  });

  it('keeps of the arguments what was asked for', () => {
    const masked = toAuditRecord(decided('x'), { ...settings, logArguments: 'masked' });
    expect(masked.arguments).toEqual({ key: '[AK…GH (20 characters)]', rows: 3 });
    expect(toAuditRecord(decided('x'), { ...settings, logArguments: 'none' })).not.toHaveProperty(
      'arguments',
    );
  });
});
