import * as z from 'zod/mini';
import { microsOf } from '../../decimal.ts';
import type { ValuePath } from '../../diagnostic.ts';
import type { Contradictions } from '../contradictions.ts';
import { count } from '../schema-parts.ts';
import type { Usage } from './model.ts';

const tokens = () => z.nullish(count());

/** Token counts of one reply of a model, as the large providers write them. */
export const providerUsageSchema = z.object({
  // OpenAI Chat Completions, LiteLLM
  prompt_tokens: tokens(),
  completion_tokens: tokens(),
  prompt_tokens_details: z.nullish(z.object({ cached_tokens: tokens() })),
  // Anthropic Messages, OpenAI Responses
  input_tokens: tokens(),
  output_tokens: tokens(),
  input_tokens_details: z.nullish(z.object({ cached_tokens: tokens() })),
  cache_read_input_tokens: tokens(),
  cache_creation_input_tokens: tokens(),
});

/**
 * The canonical counts. The input counts of OpenAI (`prompt_tokens`, and `input_tokens` with
 * `input_tokens_details`) include the cached tokens, which are taken off; those of Anthropic do not.
 * @returns undefined when input or output is not stated
 */
export function toUsage(
  given: z.infer<typeof providerUsageSchema>,
  path: ValuePath,
  contradictions: Contradictions,
): Usage | undefined {
  const input = given.prompt_tokens ?? given.input_tokens;
  const output = given.completion_tokens ?? given.output_tokens;
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  const cached = (given.prompt_tokens_details ?? given.input_tokens_details)?.cached_tokens;
  if (typeof cached === 'number') return withoutCache({ input, output, cached }, path, contradictions);
  const { cache_read_input_tokens: read, cache_creation_input_tokens: written } = given;
  return {
    input_tokens: input,
    output_tokens: output,
    ...(typeof read === 'number' && { cache_read_tokens: read }),
    ...(typeof written === 'number' && { cache_write_tokens: written }),
  };
}

/** Counts whose input includes the tokens read from a cache: they are taken off. */
export function withoutCache(
  { input, output, cached }: { input: number; output: number; cached: number },
  path: ValuePath,
  contradictions: Contradictions,
): Usage {
  if (cached > input) {
    contradictions.add(path, `counts ${cached} cached tokens among ${input} tokens of input`);
  }
  return { input_tokens: input - cached, output_tokens: output, cache_read_tokens: cached };
}

/** The sum of the counts of all replies; a kind of tokens that no reply has is absent. */
export function sumUsage(all: readonly Usage[]): Usage {
  const sum = (name: keyof Usage) => all.reduce((total, usage) => total + (usage[name] ?? 0), 0);
  const has = (name: keyof Usage) => all.some((usage) => usage[name] !== undefined);
  return {
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    ...(has('cache_read_tokens') && { cache_read_tokens: sum('cache_read_tokens') }),
    ...(has('cache_write_tokens') && { cache_write_tokens: sum('cache_write_tokens') }),
  };
}

/**
 * A price in dollars as whole micro-dollars, rounded half up. Zero is what programs write that know no price for
 * their model, so it is no statement. One below zero, or beyond what can be counted, is a fault.
 */
export function toMicros(
  dollars: number | null | undefined,
  path: ValuePath,
  faults: Contradictions,
): number | undefined {
  if (typeof dollars !== 'number' || dollars === 0) return undefined;
  const micros = dollars < 0 ? undefined : microsOf(dollars);
  if (micros !== undefined) return micros;
  faults.add(
    path,
    `must be ${dollars < 0 ? '0 or more' : 'a cost that can be counted in micro-dollars'}, found \`${dollars}\``,
  );
  return undefined;
}
