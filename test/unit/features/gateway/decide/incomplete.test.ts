import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../../../../../src/artifacts/audit-log/model.ts';
import { simulate, uncertainAllows } from '../../../../../src/features/gateway/decide/simulation.ts';
import { parseRuleSet } from '../../../../../src/features/gateway/rule-file/rule-set-file.ts';
import { compileRuleSet } from '../../../../../src/features/gateway/rules/rule-set.ts';

const SECRET = 'AKIAIOSFODNN7EXAMPLX';
const PADDED = { tool: 'x', arguments: { note: `${'x '.repeat(40_000)}${SECRET}` } };
const MANY = { tool: 'x', arguments: { list: [...new Array<string>(10_001).fill('x'), SECRET] } };
const DEEP = {
  tool: 'x',
  arguments: JSON.parse(`${'{"a":'.repeat(70)}"${SECRET}"${'}'.repeat(70)}`) as Record<string, unknown>,
};

function decided(rule: object, call: ToolCall, incomplete?: string) {
  const file = { version: '1', policies: [rule], ...(incomplete && { inspection: { incomplete } }) };
  const ruleSet = compileRuleSet(parseRuleSet(JSON.stringify(file), 'p.json'));
  const simulation = simulate(ruleSet, { many: false, calls: [call] }, { at: 0, trace: 'all' });
  return {
    decision: simulation.calls[0]?.verdict.decision,
    because: `${simulation.calls[0]?.verdict.trace[0]?.because}`,
    warnings: uncertainAllows(simulation, ruleSet.file),
  };
}

const onSecret = (action: string) => ({ name: 'r', toolPattern: '*', action, signalCategory: 'secret' });
const onRisk = { name: 'r', toolPattern: '*', action: 'deny', riskThreshold: 80 };

describe.each([
  ['long text', PADDED],
  ['many values', MANY],
  ['deep nesting', DEEP],
])('a call that is not inspected to its end: %s', (_, call) => {
  it('is denied or held by the rules on signals and risk of a set that closes', () => {
    expect(decided(onSecret('deny'), call, 'deny')).toMatchObject({ decision: 'deny', warnings: [] });
    expect(decided(onSecret('require_approval'), call, 'deny').decision).toBe('require_approval');
    expect(decided(onRisk, call, 'deny').decision).toBe('deny');
    expect(decided(onSecret('deny'), call, 'deny').because).toContain('were not inspected to their end');
  });

  it('is not allowed for certain by any other set', () => {
    for (const incomplete of [undefined, 'allow']) {
      for (const rule of [onSecret('deny'), onRisk]) {
        const { decision, warnings } = decided(rule, call, incomplete);
        expect([decision, warnings.length]).toEqual(['allow', 1]);
      }
    }
  });

  it('is not matched by a rule that allows on a signal', () => {
    expect(decided(onSecret('allow'), call, 'deny').because).toContain(', but signals are `egress`');
  });
});

it('does not concern a call that is inspected to its end', () => {
  const call = { tool: 'x', arguments: { note: 'x' } };
  expect(decided(onSecret('deny'), call, 'deny')).toMatchObject({ decision: 'allow', warnings: [] });
  expect(decided(onRisk, call, 'deny').decision).toBe('allow');
});

it('does not concern rules that look at nothing inspected', () => {
  expect(decided({ name: 'r', toolPattern: 'y', action: 'deny' }, PADDED).warnings).toEqual([]);
});

it('is needed to report what was cut', () => {
  const text = JSON.stringify({
    version: '1',
    policies: [onRisk],
    inspection: { incomplete: 'deny', disabled: ['egress.oversized_field'] },
  });
  expect(() => parseRuleSet(text, 'p.json')).toThrow('cannot be switched off next to it');
});
