import type { Cassette, Usage } from '../artifacts/cassette/model.ts';
import { decimalOf } from '../assertions/decimal.ts';
import type { Rate } from './scenario.ts';

/** What a run cost, and where the price comes from. */
export interface Cost {
  /** Whole micro-dollars. */
  readonly micros: number;
  readonly source: 'cassette' | 'suite' | 'price-table';
}

/** Prices a run that no rate of the suite covers; undefined for an unknown model. */
export type PriceTable = (model: string, usage: Usage, cassette: Cassette) => number | undefined;

/**
 * What a recorded run cost: as the recording states it, else by the rates of the suite, else by the price table.
 * Undefined, never zero, when there is no usage or no price. Source: "`cost_micros`".
 */
export function costOf(
  cassette: Cassette,
  rates: ReadonlyMap<string, Rate>,
  priceTable: PriceTable | undefined,
): Cost | undefined {
  const { cost_micros: stated, model, usage } = cassette;
  if (stated !== undefined) return { micros: stated, source: 'cassette' };
  if (model === undefined || !usage) return undefined;
  const rate = rates.get(model);
  const micros = rate
    ? priceByRate(usage, rate)
    : countable(Math.floor((priceTable?.(model, usage, cassette) ?? Number.NaN) + 0.5));
  return micros === undefined ? undefined : { micros, source: rate ? 'suite' : 'price-table' };
}

/** Dollars per million tokens are micro-dollars per token. */
function priceByRate(
  usage: Usage,
  { input, output, cache_read = input, cache_write = input }: Rate,
): number | undefined {
  const { input_tokens, output_tokens, cache_read_tokens = 0, cache_write_tokens = 0 } = usage;
  return sumHalfUp([
    [input_tokens, input],
    [output_tokens, output],
    [cache_read_tokens, cache_read],
    [cache_write_tokens, cache_write],
  ]);
}

/** A rate such as 0.075 is no binary fraction: products are summed in whole units of the finest rate. */
function sumHalfUp(terms: readonly (readonly [count: number, rate: number])[]): number | undefined {
  const exact = terms.map(([count, rate]) => ({ count: BigInt(count), rate: decimalOf(rate) }));
  const places = Math.max(0, ...exact.map(({ rate }) => -rate.exponent));
  const sum = exact.reduce(
    (total, { count, rate }) => total + count * rate.digits * 10n ** BigInt(places + rate.exponent),
    0n,
  );
  const unit = 10n ** BigInt(places);
  return countable(Number((2n * sum + unit) / (2n * unit)));
}

/** A price that no report can write as a whole number is as good as unknown. */
function countable(micros: number): number | undefined {
  return Number.isSafeInteger(micros) ? micros : undefined;
}
