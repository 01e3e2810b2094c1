import { describe, expect, it } from 'vitest';
import type { Signal, SignalSeverity } from '../../../src/artifacts/audit-log/model.ts';
import { riskOf } from '../../../src/inspection/risk.ts';

const signals = (...severities: SignalSeverity[]): Signal[] =>
  severities.map((severity) => ({ category: 'secret', severity }));

describe('riskOf', () => {
  it.each<[SignalSeverity[], number]>([
    [[], 0],
    [['low'], 10],
    [['medium'], 25],
    [['high'], 45],
    [['critical'], 90],
    [['high', 'high'], 68],
    [['low', 'high'], 50],
    [['low', 'low', 'low'], 18],
    [['medium', 'medium'], 38],
    [['critical', 'high'], 93],
    [['critical', 'critical'], 100],
    [['high', 'high', 'high', 'high'], 84],
  ])('of %j is %d', (severities, risk) => {
    expect(riskOf(signals(...severities))).toBe(risk);
  });

  it('counts a signal of which only the category is known as medium', () => {
    expect(riskOf([{ category: 'pii' }])).toBe(25);
  });

  it('takes the points that a signal states, within bounds', () => {
    expect(riskOf([{ category: 'pii', severity: 'high', points: 12 }])).toBe(12);
    expect(riskOf([{ category: 'pii', points: 1e9 }])).toBe(100);
    expect(riskOf([{ category: 'pii', points: -5 }])).toBe(0);
    expect(riskOf([{ category: 'pii', points: Number.NaN }])).toBe(25);
  });
});
