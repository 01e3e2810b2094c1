import type { ValuePath } from '../../../diagnostic.ts';
import type { Contradictions } from '../../../documents/contradictions.ts';
import { microsOf } from '../../../values/decimal.ts';
import type { Usage } from '../model.ts';
import type { Notes } from './notes.ts';

type Tokens = number | null | undefined;

/** Token counts of one reply of a model, as the large providers write them. */
export interface ProviderUsage {
  // OpenAI Chat Completions, LiteLLM
  readonly prompt_tokens?: Tokens;
  readonly completion_tokens?: Tokens;
  readonly prompt_tokens_details?: { readonly cached_tokens?: Tokens } | null | undefined;
  // Anthropic Messages, OpenAI Responses
  readonly input_tokens?: Tokens;
  readonly output_tokens?: Tokens;
  readonly input_tokens_details?: { readonly cached_tokens?: Tokens } | null | undefined;
  readonly cache_read_input_tokens?: Tokens;
  readonly cache_creation_input_tokens?: Tokens;
}

/**
 * Converts token counts to the canonical ones. The input counts of OpenAI (`prompt_tokens`, and `input_tokens` with
 * `input_tokens_details`) include the cached tokens, which are subtracted; those of Anthropic do not. LiteLLM counts like
 * OpenAI for every provider, and may name the cached tokens as Anthropic does.
 * @returns undefined when input or output is not stated
 */
export function toUsage(
  given: ProviderUsage,
  path: ValuePath,
  contradictions: Contradictions,
): Usage | undefined {
  const input = given.prompt_tokens ?? given.input_tokens;
  const output = given.completion_tokens ?? given.output_tokens;
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  const details = given.prompt_tokens_details ?? given.input_tokens_details;
  const { cache_read_input_tokens: read, cache_creation_input_tokens: written } = given;
  const cached = details?.cached_tokens ?? read;
  if (typeof read === 'number' && cached !== read) {
    contradictions.add(path, `counts ${cached} tokens read from the cache, but ${read} under another key`);
  }
  const counts = { input, output, read: cached, written };
  const isIncluded = typeof given.prompt_tokens === 'number' || typeof details?.cached_tokens === 'number';
  return isIncluded ? withoutCache(counts, path, contradictions) : withCache(counts);
}

/** Token counts as a format states them; null or undefined where it does not. */
interface Counts {
  readonly input: number;
  readonly output: number;
  /** Read from a cache. */
  readonly read?: number | null | undefined;
  /** Written to a cache. */
  readonly written?: number | null | undefined;
}

/** Converts counts whose input includes the cached tokens, by subtracting them. */
export function withoutCache(counts: Counts, path: ValuePath, contradictions: Contradictions): Usage {
  const cached = (counts.read ?? 0) + (counts.written ?? 0);
  if (cached > counts.input) {
    contradictions.add(path, `counts ${cached} cached tokens among ${counts.input} tokens of input`);
  }
  return withCache({ ...counts, input: counts.input - cached });
}

/** Converts counts whose input does not include the cached tokens. */
export function withCache({ input, output, read, written }: Counts): Usage {
  return {
    input_tokens: input,
    output_tokens: output,
    ...(typeof read === 'number' && { cache_read_tokens: read }),
    ...(typeof written === 'number' && { cache_write_tokens: written }),
  };
}

/**
 * Adds up the counts of all replies of a run. When only some replies state theirs, the total is unknown rather than too
 * low, and a note is added.
 * @returns undefined when the total is unknown, or when no reply states its counts
 */
export function sumOfReplies(all: readonly (Usage | undefined)[], notes: Notes): Usage | undefined {
  const stated = all.filter((usage) => usage !== undefined);
  if (stated.length === 0) return undefined;
  if (stated.length === all.length) return sumUsage(stated);
  notes.add('part-of-usage');
  return undefined;
}

/** Adds up counts. A kind of tokens that no reply has stays absent. */
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
 * Converts a price in dollars to whole micro-dollars, rounded half up. Zero counts as no price, since programs write it
 * when they do not know the price of their model. A negative price, or one too large to count, is a fault.
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
