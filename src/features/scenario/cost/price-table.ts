import { calcPrice } from '@pydantic/genai-prices';
import type { Cassette, Usage } from '../../../artifacts/cassette/model.ts';
import { type Instant, parseInstant } from '../../../time/instant.ts';
import type { PriceTable } from './cost.ts';

/** The package of the table and its version, for reports; a test holds the version against the package. */
const TABLE = '@pydantic/genai-prices 0.1.8';

/** When no time is stated: late enough for the latest price of every model. The clock would change the answer. */
const LATEST: Instant = Date.UTC(2999, 0, 1, 12);

/**
 * The table of list prices that comes with the program. A run is priced as of its recording, else as of the time
 * that the caller states, else by the latest price. The table is loaded on demand, is never updated over the
 * network, and knows nothing of discounts.
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
    // sums of binary fractions: what is below a millionth of a micro-dollar is no price, but their noise
    return { dollars: Number(price.total_price.toFixed(12)), table: `${TABLE}, ${dated}` };
  };
}

/** The table counts cached tokens as part of the input; a cassette does not. */
function toTableUsage({ input_tokens, output_tokens, cache_read_tokens = 0, cache_write_tokens = 0 }: Usage) {
  return {
    input_tokens: input_tokens + cache_read_tokens + cache_write_tokens,
    output_tokens,
    ...(cache_read_tokens > 0 && { cache_read_tokens }),
    ...(cache_write_tokens > 0 && { cache_write_tokens }),
  };
}

/** `openai/gpt-4o` names the provider in front, as gateways do; the table wants it apart. */
function nameFor(
  model: string,
  { provider }: Cassette,
  timestamp: Date,
): [model: string, options: { timestamp: Date; providerId?: string }] {
  const [, prefix, name] = /^([a-z][\w-]*)[/:](.+)$/.exec(model) ?? [];
  if (prefix !== undefined && name !== undefined && (provider === undefined || provider === prefix)) {
    return [name, { timestamp, providerId: prefix }];
  }
  return [model, { timestamp, ...(provider !== undefined && { providerId: provider }) }];
}
