import { describe, expect, it } from 'vitest';
import type { Cassette, Usage } from '../../../../../src/artifacts/cassette/model.ts';
import { costOf, type PriceTable } from '../../../../../src/features/scenario/cost/cost.ts';
import type { Rate } from '../../../../../src/features/scenario/suite/scenario.ts';
import { pricedRun } from '../../../../support/scenarios.ts';

const usage = (input_tokens: number, output_tokens = 0, cache: Partial<Usage> = {}): Usage => ({
  input_tokens,
  output_tokens,
  ...cache,
});
/** 2.5 micro-dollars. */
const listed = { dollars: 0.0000025, table: 't' };
const price = (cassette: Cassette, rate?: Rate, table?: PriceTable) =>
  costOf(cassette, new Map(rate ? [['m', rate]] : []), table);

describe('the cost of a run', () => {
  it.each<[string, Usage, Rate, number]>([
    ['dollars per million are micro-dollars per token', usage(1000, 10), { input: 3, output: 15 }, 3150],
    ['a half is rounded up', usage(1), { input: 0.5, output: 0 }, 1],
    ['below a half is rounded down', usage(1), { input: 0.4999, output: 0 }, 0],
    ['the sum is rounded, not its parts', usage(1, 1), { input: 0.3, output: 0.3 }, 1],
    ['a half that no double holds', usage(5), { input: 0.7, output: 0 }, 4],
    ['a rate with three digits', usage(1_000_000_000), { input: 0.075, output: 0 }, 75_000_000],
    ['a tiny rate', usage(1), { input: 1e-320, output: 0 }, 0],
    ['nothing costs nothing', usage(0), { input: 3, output: 15 }, 0],
    [
      'cache tokens by their own rates',
      usage(0, 0, { cache_read_tokens: 100, cache_write_tokens: 10 }),
      { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 },
      68,
    ],
    [
      'cache tokens as input without rates',
      usage(1, 0, { cache_read_tokens: 10, cache_write_tokens: 100 }),
      { input: 3, output: 15 },
      333,
    ],
  ])('%s', (_, tokens, rate, micros) => {
    expect(price(pricedRun(tokens), rate)).toEqual({ micros, source: 'suite' });
  });

  it('is what the recording states, before any price', () => {
    expect(price(pricedRun(usage(1), { cost_micros: 0 }), { input: 3, output: 15 })).toEqual({
      micros: 0,
      source: 'cassette',
    });
  });

  it('comes from the table of prices where the suite has no rate for the model', () => {
    expect(price(pricedRun(usage(1)), undefined, () => listed)).toEqual({
      micros: 3,
      source: 'price-table',
      table: 't',
    });
    expect(price(pricedRun(usage(1)), { input: 1, output: 1 }, () => listed)).toMatchObject({ micros: 1 });
  });

  it.each<[string, Cassette, PriceTable | undefined]>([
    ['without usage', { turns: [], model: 'm' }, () => listed],
    ['without a model', { turns: [], usage: usage(1) }, () => listed],
    ['of an unknown model', pricedRun(usage(1), { model: 'other' }), () => undefined],
    ['without a table', pricedRun(usage(1), { model: 'other' }), undefined],
  ])('is absent, not zero: %s', (_, cassette, table) => {
    expect(price(cassette, { input: 1, output: 1 }, table)).toBeUndefined();
  });

  it('is an error where it cannot be counted', () => {
    const message = 'the run costs more micro-dollars than can be counted';
    expect(() => price(pricedRun(usage(1e15)), { input: 1e300, output: 0 })).toThrow(message);
    const endless = { dollars: 1e300, table: 't' };
    expect(() => price(pricedRun(usage(1)), undefined, () => endless)).toThrow(message);
  });
});
