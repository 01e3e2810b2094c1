import type { Cassette, Usage } from '../artifacts/cassette/model.ts';
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
  if (rate) return { micros: roundHalfUp(priceByRate(usage, rate)), source: 'suite' };
  const micros = priceTable?.(model, usage, cassette);
  return micros === undefined ? undefined : { micros: roundHalfUp(micros), source: 'price-table' };
}

/** Dollars per million tokens are micro-dollars per token. */
function priceByRate(usage: Usage, { input, output, cache_read = input, cache_write = input }: Rate): number {
  const { input_tokens, output_tokens, cache_read_tokens = 0, cache_write_tokens = 0 } = usage;
  return sumOfProducts([
    [input_tokens, input],
    [output_tokens, output],
    [cache_read_tokens, cache_read],
    [cache_write_tokens, cache_write],
  ]);
}

/** A rate such as 0.075 is no binary fraction: products are summed in whole units of the finest rate. */
function sumOfProducts(terms: readonly (readonly [count: number, rate: number])[]): number {
  const places = Math.max(...terms.map(([, rate]) => decimalPlaces(rate)));
  const unit = 10 ** places;
  const sum = terms.reduce(
    (total, [count, rate]) => total + BigInt(count) * BigInt(Math.round(rate * unit)),
    0n,
  );
  return Number(sum / BigInt(unit)) + Number(sum % BigInt(unit)) / unit;
}

function decimalPlaces(rate: number): number {
  const [mantissa = '', exponent = '0'] = String(rate).split('e');
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent));
}

function roundHalfUp(value: number): number {
  return Math.floor(value + 0.5);
}
