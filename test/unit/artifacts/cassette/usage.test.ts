import { describe, expect, it } from 'vitest';
import { chatOf, readRun, warningsOf } from '../../../support/cassettes.ts';

const counted = (usage: unknown) => ({ model: 'm', messages: chatOf('user hi', 'say ho'), usage });

describe('the token counts of', () => {
  it.each([
    [
      'the AI SDK, whose input includes what was cached',
      { inputTokens: 324, outputTokens: 64, totalTokens: 388, cachedInputTokens: 100 },
      { input_tokens: 224, output_tokens: 64, cache_read_tokens: 100 },
    ],
    [
      'the AI SDK with a provider that counts what was cached apart',
      { inputTokens: 4, outputTokens: 64, cachedInputTokens: 100 },
      { input_tokens: 4, output_tokens: 64, cache_read_tokens: 100 },
    ],
    [
      'the AI SDK 6',
      {
        inputTokens: 50,
        outputTokens: 7,
        inputTokenDetails: { noCacheTokens: 20, cacheReadTokens: 25, cacheWriteTokens: 5 },
        outputTokenDetails: { reasoningTokens: 3 },
      },
      { input_tokens: 20, output_tokens: 7, cache_read_tokens: 25, cache_write_tokens: 5 },
    ],
    [
      'a provider of the AI SDK 6',
      { inputTokens: { total: 50, cacheRead: 30 }, outputTokens: { total: 7, reasoning: 3 } },
      { input_tokens: 20, output_tokens: 7, cache_read_tokens: 30 },
    ],
    ['the AI SDK 4', { promptTokens: 9, completionTokens: 2 }, { input_tokens: 9, output_tokens: 2 }],
    [
      'Bedrock, whose input does not include what was cached',
      { inputTokens: 9, outputTokens: 2, totalTokens: 16, cacheReadInputTokens: 5, cacheWriteInputTokens: 0 },
      { input_tokens: 9, output_tokens: 2, cache_read_tokens: 5, cache_write_tokens: 0 },
    ],
    [
      'Gemini, where thoughts are output too',
      {
        promptTokenCount: 324,
        candidatesTokenCount: 64,
        thoughtsTokenCount: 495,
        cachedContentTokenCount: 24,
        totalTokenCount: 883,
      },
      { input_tokens: 300, output_tokens: 559, cache_read_tokens: 24 },
    ],
    [
      'Gemini in Python, without candidates',
      { prompt_token_count: 10, total_token_count: 14, tool_use_prompt_token_count: 1 },
      { input_tokens: 11, output_tokens: 3 },
    ],
    [
      'LangChain',
      { input_tokens: 50, output_tokens: 7, input_token_details: { cache_read: 30, cache_creation: 5 } },
      { input_tokens: 15, output_tokens: 7, cache_read_tokens: 30, cache_write_tokens: 5 },
    ],
  ])('%s', (_, usage, expected) => {
    expect(readRun(counted(usage)).usage).toEqual(expected);
    expect(warningsOf(counted(usage))).toEqual([]);
  });

  it.each([{ tokensIn: 5, tokensOut: 3 }, { input_tokens: '5', output_tokens: 3 }, 'many', [1]])(
    'an unknown form are unknown, and there is a warning: %j',
    (usage) => {
      expect(readRun(counted(usage)).usage).toBeUndefined();
      expect(warningsOf(counted(usage))).toEqual([
        expect.stringContaining('token counts in an unknown form ('),
      ]);
    },
  );

  it.each([null, {}, { input_tokens: null }])('nothing are unknown without a warning: %j', (usage) => {
    expect(readRun(counted(usage)).usage).toBeUndefined();
    expect(warningsOf(counted(usage))).toEqual([]);
  });
});
