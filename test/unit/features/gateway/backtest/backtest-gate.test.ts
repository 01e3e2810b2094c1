import { describe, expect, it } from 'vitest';
import {
  type BacktestLimits,
  judgeBacktest,
} from '../../../../../src/features/gateway/backtest/backtest-gate.ts';

const judge = (counts: object, limits: BacktestLimits) =>
  judgeBacktest({ flipped: 0, loosening: 0, unknown: 0, settings: [], ...counts }, limits);

describe('the limits of a backtest', () => {
  it('are none unless they are given', () => {
    expect(judge({ flipped: 9, loosening: 9, unknown: 9 }, {})).toBeNull();
    expect(judge({ flipped: 9, settings: ['inspection'] }, { allowUnknown: true })).toBeNull();
  });

  it('count flips, and what is unknown with them', () => {
    expect(judge({ flipped: 3 }, { maxFlips: 3 })).toEqual({ passed: true, reasons: [] });
    expect(judge({ flipped: 4 }, { maxFlips: 3 })?.reasons).toEqual(['4 flips: more than --max-flips 3']);
    expect(judge({ flipped: 2, unknown: 1 }, { maxFlips: 3 })?.passed).toBe(true);
    expect(judge({ flipped: 3, unknown: 1 }, { maxFlips: 3 })?.reasons).toEqual([
      '3 flips, and 1 unknown that may flip (--allow-unknown does not count them): more than --max-flips 3',
    ]);
    expect(judge({ flipped: 3, unknown: 1 }, { maxFlips: 3, allowUnknown: true })?.passed).toBe(true);
  });

  it('count loosening flips, and what is unknown with them', () => {
    const limits = { failOnLoosen: true };
    expect(judge({ flipped: 5 }, limits)).toEqual({ passed: true, reasons: [] });
    expect(judge({ flipped: 1, loosening: 1 }, limits)?.reasons).toEqual([
      '1 loosening flip: more than --fail-on-loosen allows',
    ]);
    expect(judge({ unknown: 1 }, limits)?.passed).toBe(false);
    expect(judge({ flipped: 1, loosening: 1, unknown: 1 }, limits)?.passed).toBe(false);
    expect(judge({ unknown: 1 }, { ...limits, allowUnknown: true })?.passed).toBe(true);
    expect(judge({ loosening: 1, unknown: 1 }, { ...limits, allowUnknown: true })?.passed).toBe(false);
  });

  it('do not say 1 flips', () => {
    expect(judge({ flipped: 1 }, { maxFlips: 0 })?.reasons).toEqual(['1 flip: more than --max-flips 0']);
  });

  it('are not kept by another inspection, of which a log cannot tell', () => {
    const settings = ['inspection'];
    for (const limits of [{ maxFlips: 9 }, { failOnLoosen: true }]) {
      expect(judge({ settings }, limits)?.reasons).toEqual([expect.stringContaining('`inspection` differs')]);
      expect(judge({ settings }, { ...limits, allowUnknown: true })?.passed).toBe(true);
      expect(judge({ settings: ['servers'] }, limits)?.passed).toBe(true);
    }
  });
});
