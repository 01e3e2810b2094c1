import type { Cassette } from '../../../artifacts/cassette/model.ts';
import type { Instant } from '../../../time/instant.ts';
import type { Suite } from '../suite/scenario.ts';
import { type Cost, costOf, type PriceTable } from './cost.ts';

/**
 * Prices runs, by the rates of the suite for models that have one. The price table is loaded when the first run needs
 * it.
 * @param statedNow the time that the caller states; undefined when there is only the clock
 */
export function pricesOf(
  { rates }: Suite,
  statedNow: Instant | undefined,
): (cassette: Cassette) => Promise<Cost | undefined> {
  let table: PriceTable | undefined;
  return async (cassette) => {
    const { cost_micros, usage, model } = cassette;
    const needsTable = cost_micros === undefined && usage && model !== undefined && !rates.has(model);
    if (needsTable) table ??= (await import('./price-table.ts')).packagedPrices(statedNow);
    return costOf(cassette, rates, table);
  };
}
