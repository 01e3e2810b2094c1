import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/diagnostic.ts';
import { InputError } from '../../src/errors.ts';
import { explain } from '../../src/features/gateway/decide/explain.ts';
import { parseRuleSet } from '../../src/features/gateway/rule-file/rule-set-file.ts';
import type { RuleSetFile } from '../../src/features/gateway/rules/model.ts';
import { compileRuleSet } from '../../src/features/gateway/rules/rule-set.ts';
import { calls, rules, servers } from '../support/gateway-arbitraries.ts';
import { mutantsOf } from '../support/mutants.ts';

/** The rule set, or the diagnostics that a user sees. */
function read(text: string): RuleSetFile | string[] {
  try {
    return parseRuleSet(text, 'p.yml');
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic));
  }
}

describe('a rule set file', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(rules, servers, fc.constantFrom(1, 2, 4), (rules, registry, indent) => {
        const written = rules.map(({ line: _, ...rule }) => rule);
        const text = JSON.stringify({ version: '1', policies: written, servers: registry }, null, indent);
        const file = parseRuleSet(text, 'p.json');
        expect(file.rules.map(({ line: _, ...rule }) => rule)).toEqual(written);
        expect(file.servers).toEqual(registry);
        // the line of a rule is the line of its opening brace
        for (const { line } of file.rules) expect(text.split('\n')[line - 1]?.trim()).toMatch(/^\{/);
      }),
      { numRuns: 100 },
    );
  });

  it('with one error is refused with a position, or still decides', () => {
    const sample = fc.sample(rules, { seed: 7, numRuns: 1 }).flat().slice(0, 2);
    const [call] = fc.sample(calls, { seed: 7, numRuns: 1 });
    if (!call) throw new Error('no call');
    const written = {
      version: '1',
      policies: sample,
      servers: [{ name: 'pg', type: 'database' }],
      inspection: {},
    };
    let refused = 0;
    for (const mutant of mutantsOf({
      ...written,
      policies: sample.map(({ line: _, ...rule }) => rule),
    })) {
      const result = read(JSON.stringify(mutant));
      if (Array.isArray(result)) {
        refused++;
        expect(result.length).toBeGreaterThan(0);
        for (const line of result) expect(line).toMatch(/^p\.yml:\d+:\d+: error: /);
      } else {
        const ruleSet = compileRuleSet(result);
        expect(['allow', 'deny', 'require_approval']).toContain(ruleSet.decide(call).decision);
        explain(ruleSet, { ...call, risk: 0, signals: [] }, 'all');
      }
    }
    expect(refused).toBeGreaterThan(100);
  });

  it('never fails in another way, whatever the text', () => {
    const key = fc.constantFrom(
      'version',
      'policies',
      'name',
      'action',
      'context',
      'ip',
      'anyOf',
      '__proto__',
      'toolPattern',
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<unknown>('1', 'a', 'deny', '*', '', null, true, 1, -1, 1e300, '\u0000', '\ud800'),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.array(fc.tuple(key, tie('tree')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
      ),
    }));
    fc.assert(
      fc.property(
        fc.oneof(
          tree.map((value) => JSON.stringify(value)),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          read(text);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
