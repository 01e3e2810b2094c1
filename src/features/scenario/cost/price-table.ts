import { calcPrice } from '@pydantic/genai-prices';
import type { Cassette, Usage } from '../../../artifacts/cassette/model.ts';
import { type Instant, parseInstant } from '../../../time/instant.ts';
import { present } from '../../../values/own-property.ts';
import type { PriceTable } from './cost.ts';

/** The package of the table and its version, for reports. A test compares the version with the package. */
const TABLE = '@pydantic/genai-prices 0.1.8';

/**
 * Used when no time is stated: late enough for the latest price of every model. With the clock, the same recording
 * would give different answers on different days.
 */
const LATEST: Instant = Date.UTC(2999, 0, 1, 12);

/**
 * The table of list prices that ships with the program. A run is priced at the time of its recording, else at the time
 * that the caller states, else by the latest prices. The table is loaded on demand, is never updated over the network,
 * and contains no discounts.
 */
export function packagedPrices(statedNow: Instant | undefined): PriceTable {
  return (model, usage, cassette) => {
    const recordedAt = cassette.recorded_at === undefined ? undefined : parseInstant(cassette.recorded_at);
    const stated = recordedAt ?? statedNow;
    const timestamp = new Date(stated ?? LATEST);
    const price = calcPrice(toTableUsage(usage), ...nameFor(model, cassette, timestamp));
    if (!price) return undefined;
    const dated =
      stated === undefined ? 'latest prices' : `prices of ${timestamp.toISOString().slice(0, 10)}`;
    // the table adds doubles: digits below a millionth of a micro-dollar are rounding noise
    return { dollars: Number(price.total_price.toFixed(12)), table: `${TABLE}, ${dated}` };
  };
}

/** The table counts cached tokens as input; a cassette does not. */
function toTableUsage({ input_tokens, output_tokens, cache_read_tokens = 0, cache_write_tokens = 0 }: Usage) {
  return {
    input_tokens: input_tokens + cache_read_tokens + cache_write_tokens,
    output_tokens,
    ...(cache_read_tokens > 0 && { cache_read_tokens }),
    ...(cache_write_tokens > 0 && { cache_write_tokens }),
  };
}

/** Splits names such as `openai/gpt-4o`, as gateways write them: the table takes the provider separately. */
function nameFor(
  model: string,
  { provider }: Cassette,
  timestamp: Date,
): [model: string, options: { timestamp: Date; providerId?: string }] {
  const [, prefix, name] = /^([a-z][\w-]*)[/:](.+)$/.exec(model) ?? [];
  if (prefix !== undefined && name !== undefined && (provider === undefined || provider === prefix)) {
    return [name, { timestamp, providerId: prefix }];
  }
  return [model, present({ timestamp, providerId: provider })];
}
