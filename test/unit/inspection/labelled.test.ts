import { describe, expect, it } from 'vitest';
import { LABELLED } from '../../inspection/labelled.ts';
import { measure, SETS } from '../../inspection/measure.ts';

// the tables of docs/inspection.md hold the numbers themselves; these are what they may not fall below
describe('the labelled calls', () => {
  it('are many, and half of them hold nothing', () => {
    expect(LABELLED.length).toBeGreaterThanOrEqual(250);
    const clean = LABELLED.filter(({ holds }) => holds === '');
    expect(clean.length).toBeGreaterThan(LABELLED.length / 3);
    expect(SETS.unseen.length).toBeGreaterThanOrEqual(100);
  });

  it.each(measure('seen'))('$category: finds $found of $holding', ({ found, holding, falseAlarms }) => {
    expect(found / holding).toBeGreaterThan(0.9);
    expect(falseAlarms).toBe(0);
  });

  it.each(measure('unseen'))(
    '$category: finds $found of $holding unseen',
    ({ found, holding, falseAlarms }) => {
      expect(found / holding).toBeGreaterThan(0.65);
      expect(falseAlarms).toBeLessThanOrEqual(1);
    },
  );
});
