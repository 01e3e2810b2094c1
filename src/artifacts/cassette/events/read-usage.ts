import type { ValuePath } from '../../../diagnostic.ts';
import type { Contradictions } from '../../../documents/contradictions.ts';
import { isCount } from '../../../values/count.ts';
import { isObject } from '../../../values/own-property.ts';
import type { Usage } from '../model.ts';
import type { Notes } from './notes.ts';
import { type ProviderUsage, toUsage, withCache, withoutCache } from './usage.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Where a usage object is, and where to report what is wrong with it. */
interface Place {
  readonly path: ValuePath;
  readonly faults: Contradictions;
  readonly notes: Notes;
}

/**
 * Reads the token counts of a reply or of a run, in the form of any of the usual programs. Counts in an unknown form are
 * unknown, not zero, and a note names their keys.
 *
 * Spec (recordings): "One rule against silent loss".
 */
export function readUsage(given: unknown, { path, faults, notes }: Place): Usage | undefined {
  if (given === undefined || given === null) return undefined;
  if (!isObject(given)) {
    notes.add('unknown-usage', String(path.at(-1)));
    return undefined;
  }
  for (const read of [ofAiSdk, ofBedrock, ofGemini, ofLangChain, ofAiSdk4]) {
    const usage = read(given, path, faults);
    if (usage) return usage;
  }
  const usage = toUsage(numbersOf(given), path, faults);
  const stated = Object.keys(given).filter((key) => given[key] !== null);
  if (!usage && stated.length > 0) notes.add('unknown-usage', stated.slice(0, 4).join(', '));
  return usage;
}

type UsageReader = (given: Raw, path: ValuePath, faults: Contradictions) => Usage | undefined;

/**
 * The AI SDK since version 5. Its input includes the cached tokens (with providers that count them apart, version 5 does
 * not add them up: then there may be more cached tokens than input), its output the reasoning. The providers of version 6
 * have objects of their own: `{total, cacheRead, cacheWrite}`.
 */
const ofAiSdk: UsageReader = (given, path, faults) => {
  const { inputTokens, outputTokens, cachedInputTokens, inputTokenDetails } = given;
  // Bedrock has the same two keys
  if ('cacheReadInputTokens' in given || 'cacheWriteInputTokens' in given) return undefined;
  const totals = isObject(inputTokens) ? inputTokens : {};
  const details = isObject(inputTokenDetails) ? inputTokenDetails : {};
  const input = countOf(inputTokens) ?? countOf(totals.total);
  const output = countOf(outputTokens) ?? (isObject(outputTokens) ? countOf(outputTokens.total) : undefined);
  if (input === undefined || output === undefined) return undefined;
  const read = countOf(totals.cacheRead) ?? countOf(details.cacheReadTokens) ?? countOf(cachedInputTokens);
  const written = countOf(totals.cacheWrite) ?? countOf(details.cacheWriteTokens);
  const counts = { input, output, read, written };
  return (read ?? 0) + (written ?? 0) > input ? withCache(counts) : withoutCache(counts, path, faults);
};

/** Bedrock Converse: the input does not include the cached tokens. */
const ofBedrock: UsageReader = (given) => {
  const [input, output] = [countOf(given.inputTokens), countOf(given.outputTokens)];
  if (input === undefined || output === undefined) return undefined;
  const [read, written] = [countOf(given.cacheReadInputTokens), countOf(given.cacheWriteInputTokens)];
  return withCache({ input, output, read, written });
};

/** Gemini: the prompt includes the cached tokens, the candidates do not include the thoughts, which are output too. */
const ofGemini: UsageReader = (given, path, faults) => {
  const get = (camel: string, snake: string) => countOf(given[camel]) ?? countOf(given[snake]);
  const prompt = get('promptTokenCount', 'prompt_token_count');
  if (prompt === undefined) return undefined;
  const candidates = get('candidatesTokenCount', 'candidates_token_count');
  const thoughts = get('thoughtsTokenCount', 'thoughts_token_count');
  const total = get('totalTokenCount', 'total_token_count');
  if (candidates === undefined && thoughts === undefined && total === undefined) return undefined;
  const tools = get('toolUsePromptTokenCount', 'tool_use_prompt_token_count') ?? 0;
  const output =
    candidates === undefined && thoughts === undefined
      ? Math.max(0, (total ?? 0) - prompt - tools)
      : (candidates ?? 0) + (thoughts ?? 0);
  const read = get('cachedContentTokenCount', 'cached_content_token_count');
  return withoutCache({ input: prompt + tools, output, read }, path, faults);
};

/** LangChain: the input includes what was read from and written to the cache, for every provider. */
const ofLangChain: UsageReader = (given, path, faults) => {
  const { input_token_details: details } = given;
  const [input, output] = [countOf(given.input_tokens), countOf(given.output_tokens)];
  if (!isObject(details) || input === undefined || output === undefined) return undefined;
  const [read, written] = [countOf(details.cache_read), countOf(details.cache_creation)];
  return withoutCache({ input, output, read, written }, path, faults);
};

/** The AI SDK up to version 4, and LangChain.js in the metadata of a reply. */
const ofAiSdk4: UsageReader = (given) => {
  const [input, output] = [countOf(given.promptTokens), countOf(given.completionTokens)];
  return input === undefined || output === undefined ? undefined : withCache({ input, output });
};

function countOf(value: unknown): number | undefined {
  return isCount(value) ? value : undefined;
}

/** The counts of OpenAI, Anthropic and LiteLLM. */
function numbersOf(given: Raw): ProviderUsage {
  const cached = (key: string) => {
    const details = given[key];
    return isObject(details) ? { cached_tokens: countOf(details.cached_tokens) } : undefined;
  };
  return {
    prompt_tokens: countOf(given.prompt_tokens),
    completion_tokens: countOf(given.completion_tokens),
    prompt_tokens_details: cached('prompt_tokens_details'),
    input_tokens: countOf(given.input_tokens),
    output_tokens: countOf(given.output_tokens),
    input_tokens_details: cached('input_tokens_details'),
    cache_read_input_tokens: countOf(given.cache_read_input_tokens),
    cache_creation_input_tokens: countOf(given.cache_creation_input_tokens),
  };
}
