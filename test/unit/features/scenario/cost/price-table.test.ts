import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Cassette, Usage } from '../../../../../src/artifacts/cassette/model.ts';
import { packagedPrices } from '../../../../../src/features/scenario/cost/price-table.ts';
import { parseInstant } from '../../../../../src/time/instant.ts';
import { microsOf } from '../../../../../src/values/decimal.ts';

const usage: Usage = { input_tokens: 1000, output_tokens: 100 };

function price(model: string, counts: Usage = usage, about: Partial<Cassette> = {}, now?: string) {
  const listed = packagedPrices(now === undefined ? undefined : parseInstant(now))(model, counts, {
    turns: [],
    ...about,
  });
  return listed && microsOf(listed.dollars);
}

describe('the packaged price table', () => {
  it('gives micro-dollars, without the noise of binary fractions', () => {
    expect(price('gpt-4o')).toBe(3500);
    expect(price('claude-sonnet-4-20250514')).toBe(4500);
  });

  it('is told of cached tokens as part of the input', () => {
    // 600 at 2.5, 400 at 1.25, 100 at 10 dollars per million
    expect(price('gpt-4o', { input_tokens: 600, output_tokens: 100, cache_read_tokens: 400 })).toBe(3000);
  });

  it('knows models by their provider', () => {
    expect(price('gpt-4o', usage, { provider: 'openai' })).toBe(3500);
    expect(price('openai/gpt-4o')).toBe(3500);
    expect(price('openai:gpt-4o')).toBe(3500);
    expect(price('gpt-4o', usage, { provider: 'a-provider-that-nobody-knows' })).toBeUndefined();
  });

  it.each(['a-model-that-nobody-knows', '', '__proto__', 'openai/__proto__'])('knows no %j', (model) => {
    expect(price(model)).toBeUndefined();
  });

  it('asks for the price at the time of the recording, else at the stated time, else for the latest', () => {
    // the price of this model changed between the two
    const [before, after] = ['2025-06-01T00:00:00Z', '2025-07-01T00:00:00Z'];
    const old = price('o3', usage, { recorded_at: before });
    expect(price('o3', usage, {}, before)).toBe(old);
    expect(price('o3', usage, { recorded_at: 'last summer' }, before)).toBe(old);
    const fresh = price('o3', usage, { recorded_at: after }, before);
    expect(fresh).toBeLessThan(old as number);
    expect(price('o3')).toBe(fresh);
  });

  it('says which table it is, and of which day the prices are', () => {
    const manifest = join(
      import.meta.dirname,
      '../../../../../node_modules/@pydantic/genai-prices/package.json',
    );
    const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
    const tableOf = (now?: string, about = {}) =>
      packagedPrices(now === undefined ? undefined : parseInstant(now))('gpt-4o', usage, {
        turns: [],
        ...about,
      })?.table;
    expect(tableOf()).toBe(`@pydantic/genai-prices ${version}, latest prices`);
    expect(tableOf('2026-06-01T23:30:00Z')).toBe(`@pydantic/genai-prices ${version}, prices of 2026-06-01`);
    expect(tableOf('2026-06-01T23:30:00Z', { recorded_at: '2025-02-03T00:00:00Z' })).toBe(
      `@pydantic/genai-prices ${version}, prices of 2025-02-03`,
    );
  });
});
