import type { Cassette } from '../../../artifacts/cassette/model.ts';
import type { Instant } from '../../../time/instant.ts';
import type { Suite } from '../suite/scenario.ts';
import { type Cost, costOf, type PriceTable } from './cost.ts';

/**
 * Prices runs, at the rates of a suite where it has any for the model. The table of prices is loaded when the first
 * run needs it.
 * @param statedNow undefined when only the clock would tell
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
