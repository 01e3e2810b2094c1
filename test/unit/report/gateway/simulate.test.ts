import { describe, expect, it } from 'vitest';
import type { SimulatedCall } from '../../../../src/features/gateway/decide/simulation.ts';
import type { CallVerdict } from '../../../../src/features/gateway/rules/model.ts';
import { formatSimulation } from '../../../../src/report/gateway/simulate.ts';
import { formatSimulationJson } from '../../../../src/report/gateway/simulate-json.ts';
import { loadPalette } from '../../../../src/report/palette.ts';

const plain = await loadPalette(false);
const VERDICT: CallVerdict = {
  decision: 'deny',
  reason: 'why',
  risk: 7,
  signals: [],
  matchedPolicy: 'r',
  trace: [],
};

function simulated(verdict: Partial<CallVerdict> = {}, more: Partial<SimulatedCall> = {}): SimulatedCall {
  return { call: { tool: 'x', at: 0 }, verdict: { ...VERDICT, ...verdict }, ...more };
}

const shown = (...calls: SimulatedCall[]) =>
  formatSimulation({ path: 'p.yml', many: calls.length > 1, calls }, plain);

describe('a simulation for people', () => {
  it('is the decision and why', () => {
    expect(shown(simulated())).toBe(
      'DENY  x at 1970-01-01T00:00:00Z\n  why\n  risk 7, no signals\n\nrule set p.yml\n',
    );
  });

  it('has a table of signals, with a dash for what is not known', () => {
    const report = shown(
      simulated({
        signals: [
          { category: 'pii' },
          {
            category: 'secret',
            id: 'secret.jwt',
            severity: 'high',
            points: 45,
            location: 'a',
            evidence: 'e',
          },
        ],
      }),
    );
    expect(report).toContain('risk 7, 2 signals\n');
    expect(report).toContain('  pii         -         -       -      -\n');
    expect(report).toContain('  secret.jwt  high      45      a      e\n');
  });

  it('goes on below the beginning of a long explanation, and shows no control characters', () => {
    const trace = [
      { policy: 'off', considered: false, matched: false, because: 'short' },
      { policy: 'r', considered: true, matched: true, because: 'word '.repeat(40).trim() },
      { policy: 'n'.repeat(60), considered: true, matched: false, because: '\u001b[31m' },
    ];
    const lines = shown(simulated({ trace })).split('\n');
    expect(lines[4]).toBe('  match  rule  because');
    expect(lines[5]).toBe('  off    off   short');
    const words = 'word '.repeat(21).trim();
    expect(lines.slice(6, 8)).toEqual([
      `  yes    r     ${words}`,
      `               ${'word '.repeat(19).trim()}`,
    ]);
    expect(lines[8]).toContain('  no     nnn');
    expect(lines[8]).toContain('\\u001b[31m');
  });

  it('says what was expected, of each call and of all', () => {
    const met = simulated({}, { expected: 'deny' });
    const missed = simulated({}, { expected: 'allow' });
    expect(shown(met)).toContain('Z\n  as expected\n  why\n');
    expect(shown(missed)).toContain('Z\n  expected allow\n  why\n');
    expect(shown(met, met)).toMatch(/2 calls, 2 deny, 0 require_approval, 0 allow; all as expected\n$/);
    expect(shown(met, missed)).toMatch(/; 1 not as expected\n$/);
    expect(shown(simulated(), simulated())).toMatch(/0 allow\n$/);
  });
});

describe('a simulation as JSON', () => {
  it('is one document for one call, and one a line for many', () => {
    const one = formatSimulationJson({ path: 'p', many: false, calls: [simulated()] });
    expect(one.split('\n').length).toBeGreaterThan(5);
    expect(JSON.parse(one)).not.toHaveProperty('expected');
    const calls = [simulated(), simulated({}, { expected: 'allow' })];
    const lines = formatSimulationJson({ path: 'p', many: true, calls }).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).expected)).toEqual([undefined, 'allow']);
  });
});
