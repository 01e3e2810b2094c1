import type { Cassette, Usage } from '../../../artifacts/cassette/model.ts';
import { InputError } from '../../../errors.ts';
import { decimalOf, microsOf, wholeOf } from '../../../values/decimal.ts';
import type { Rate } from '../suite/scenario.ts';

/** What a run cost, and where the price comes from. */
export interface Cost {
  /** Whole micro-dollars. */
  readonly micros: number;
  readonly source: 'cassette' | 'suite' | 'price-table';
  /** The price table, when one was used: its package and version, and the date of the prices. */
  readonly table?: string;
}

/** A price from a table, in dollars, and the name of the table; see {@link Cost}. */
export interface ListPrice {
  readonly dollars: number;
  readonly table: string;
}

/** Prices a run that no rate of the suite covers; undefined for an unknown model. */
export type PriceTable = (model: string, usage: Usage, cassette: Cassette) => ListPrice | undefined;

/**
 * The cost of a recorded run: as the recording states it, else by the rates of the suite, else by the price table.
 * Undefined, never zero, when there is no usage or no price.
 *
 * Spec (scenario worlds): "Counts", `cost_micros`.
 * @throws InputError when the cost is too large to count in whole micro-dollars
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
  if (rate) return { micros: countable(priceByRate(usage, rate)), source: 'suite' };
  const price = priceTable?.(model, usage, cassette);
  return price && { micros: countable(microsOf(price.dollars)), source: 'price-table', table: price.table };
}

/** A rate in dollars per million tokens is the same number in micro-dollars per token. */
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

/** A rate such as 0.075 has no exact double, so products are summed in whole units of the finest rate. */
function sumHalfUp(terms: readonly (readonly [count: number, rate: number])[]): number | undefined {
  const exact = terms.map(([count, rate]) => ({ count: BigInt(count), rate: decimalOf(rate) }));
  const places = exact.reduce((most, { rate }) => Math.max(most, -rate.exponent), 0);
  const sum = exact.reduce(
    (total, { count, rate }) => total + count * rate.digits * 10n ** BigInt(places + rate.exponent),
    0n,
  );
  return wholeOf({ digits: sum, exponent: -places });
}

/** Rejects a cost that a report cannot write as an exact whole number. @throws InputError */
function countable(micros: number | undefined): number {
  if (micros !== undefined) return micros;
  throw new InputError({
    message: 'the run costs more micro-dollars than can be counted',
    help: 'check its token counts and the `rates` of the suite',
  });
}
