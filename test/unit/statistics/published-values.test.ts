import { describe, expect, it } from 'vitest';
import { toBins } from '../../../src/features/judge/bins.ts';
import { calibrationOf } from '../../../src/features/judge/calibration.ts';
import { fisherExact, holm, mcnemarExact } from '../../../src/statistics/exact-tests.ts';
import { exactBinomial, normalQuantile, wilson, wilsonLower } from '../../../src/statistics/interval.ts';

// Values that others published, or that were computed in exact fractions. The digits beyond the published ones are from
// fractions.Fraction and a bisection to 30 digits in Python.

const near = (value: number) => expect.closeTo(value, 9);

describe('published values', () => {
  it('of the calibration error: the example of torchmetrics', () => {
    const confidences = [0.25, 0.25, 0.55, 0.75, 0.75];
    const items = confidences.map((confidence, index) => ({ confidence, correct: index >= 2 }));
    const found = calibrationOf(
      { items, others: undefined },
      toBins(Float64Array.from(confidences), 'width', 2),
    );
    expect(found.ece).toEqual(near(0.29));
    expect(found.eceL2).toEqual(near(Math.sqrt(0.4 * 0.25 ** 2 + 0.6 * (0.95 / 3) ** 2)));
    expect(found.eceL2).toBeCloseTo(0.2918, 4);
    expect(found.eceMax).toEqual(near(0.95 / 3));
  });

  it('of the Brier score', () => {
    const confidences = [0.1, 0.9, 0.8, 0.3];
    const items = confidences.map((confidence, index) => ({
      confidence,
      correct: index === 1 || index === 2,
    }));
    const bins = toBins(Float64Array.from(confidences).sort(), 'width', 10);
    expect(calibrationOf({ items, others: undefined }, bins).brier).toEqual(near(0.0375));
  });

  it('of the intervals for 7 of 50', () => {
    expect(exactBinomial(7, 50, 0.95)).toEqual({
      lower: near(0.05819170034037208),
      upper: near(0.2673960024970085),
    });
    expect(wilson(7, 50, 0.95)).toEqual({
      lower: near(0.0695083342701629),
      upper: near(0.2618619371058553),
    });
    expect(exactBinomial(7, 50, 0.95).lower).toBeCloseTo(0.058192, 6);
    expect(wilson(7, 50, 0.95).lower).toBeCloseTo(0.069508, 6);
    expect(wilson(7, 50, 0.95).upper).toBeCloseTo(0.261862, 6);
  });

  it('of the normal distribution', () => {
    expect(normalQuantile(0.975)).toEqual(near(1.959963984540054));
    expect(normalQuantile(0.95)).toEqual(near(1.6448536269514722));
    expect(normalQuantile(0.5)).toEqual(near(0));
  });

  it("of Fisher's and McNemar's exact tests", () => {
    expect(fisherExact({ a: { held: 8, failed: 2 }, b: { held: 1, failed: 5 } })).toEqual(near(400 / 11440));
    expect(mcnemarExact(5, 1)).toEqual(near(0.21875));
    expect(mcnemarExact(1, 5)).toEqual(near(0.21875));
  });

  it("of Holm's correction", () => {
    expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02].map(near));
  });
});

describe('what tests and intervals say at the ends', () => {
  it('nothing changed, or nothing to compare', () => {
    expect(mcnemarExact(0, 0)).toBe(1);
    expect(fisherExact({ a: { held: 0, failed: 0 }, b: { held: 3, failed: 1 } })).toBe(1);
    expect(fisherExact({ a: { held: 4, failed: 0 }, b: { held: 4, failed: 0 } })).toBe(1);
    expect(holm([])).toEqual([]);
    expect(holm([1, 1])).toEqual([1, 1]);
    expect(holm([0.03, 0.03])).toEqual([0.06, 0.06]);
  });

  it('no hit, and hits only', () => {
    expect(wilson(0, 10, 0.95).lower).toBe(0);
    expect(wilson(10, 10, 0.95).upper).toBe(1);
    expect(wilson(0, 0, 0.95)).toEqual({ lower: 0, upper: 1 });
    expect(wilsonLower(0, 10, 0.95)).toBe(0);
    expect(exactBinomial(0, 10, 0.95)).toEqual({ lower: 0, upper: near(1 - 0.025 ** 0.1) });
    expect(exactBinomial(10, 10, 0.95)).toEqual({ lower: near(0.025 ** 0.1), upper: 1 });
  });

  it('very many: nothing overflows', () => {
    expect(mcnemarExact(500_000, 500_000)).toBe(1);
    expect(mcnemarExact(600_000, 400_000)).toBe(0);
    expect(fisherExact({ a: { held: 90_000, failed: 10_000 }, b: { held: 10_000, failed: 90_000 } })).toBe(0);
  });
});
