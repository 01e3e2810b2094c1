import { describe, expect, it } from 'vitest';
import { toBins } from '../../../../src/features/judge/bins.ts';
import { type CalibrationRow, sortedConfidences, toCells } from '../../../../src/features/judge/cells.ts';
import { SeededRandom } from '../../../../src/statistics/random.ts';

function rowsOf(count: number, name: string): CalibrationRow[] {
  const random = new SeededRandom(name.padEnd(32, '0'));
  return Array.from({ length: count }, () => ({ confidence: random.next(), correct: random.next() < 0.5 }));
}

function cellsOf(items: readonly CalibrationRow[], others?: readonly CalibrationRow[], bins = 10) {
  const rows = { items, others };
  const sorted = sortedConfidences(rows);
  return toCells(rows, sorted, toBins(sorted, 'width', bins));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const squareOf = ({ confidence, correct }: CalibrationRow) => (confidence - Number(correct)) ** 2;

describe('cells of equal items', () => {
  it('are one for each different item', () => {
    const rows = rowsOf(100, 'a');
    const cells = cellsOf([...rows, ...rows]);
    expect(cells).toHaveLength(100);
    expect(cells.every(({ size }) => size === 2)).toBe(true);
  });

  it.each([
    ['one order', 20_000, false, 10],
    ['two orders', 20_000, true, 10],
    ['as many bins as there can be', 20_000, true, 100],
  ])('keep the sums of too many different items: %s', (_, count, isPaired, bins) => {
    const items = rowsOf(count, 'a');
    const others = isPaired ? rowsOf(count, 'b') : undefined;
    const cells = cellsOf(items, others, bins);
    if (bins === 10) expect(cells.length).toBeLessThanOrEqual(4096);
    expect(sum(cells.map(({ size }) => size))).toBe(count);
    for (const side of others ? [0, 1] : [0]) {
      const rows = side === 0 ? items : (others ?? []);
      const inCells = cells.map(({ size, sides }) => size * (sides[side]?.confidence ?? Number.NaN));
      expect(sum(inCells)).toBeCloseTo(sum(rows.map(({ confidence }) => confidence)), 6);
      const right = cells.filter(({ sides }) => sides[side]?.correct).map(({ size }) => size);
      expect(sum(right)).toBe(rows.filter(({ correct }) => correct).length);
    }
    expect(sum(cells.map(({ size, square }) => size * square))).toBeCloseTo(
      sum([...items, ...(others ?? [])].map(squareOf)),
      6,
    );
    // no cell mixes bins
    for (const { sides } of cells) {
      for (const { bin, confidence } of sides) expect(Math.ceil(confidence * bins) - 1).toBe(bin);
    }
  });
});
