import { describe, expect, it } from 'vitest';
import { readRun } from '../../../support/cassettes.ts';
import { chat, otlp, said, span } from '../../../support/otlp.ts';

const asked = { role: 'user', content: 'Sink the Aurora.' };
const userText = 'Sink the Aurora.';

/** A step of `generateText` of the AI SDK. */
const step = (messages: readonly object[], finishReason: string) => ({
  finishReason,
  response: { modelId: 'harbour-1', messages },
});

const ui = (finishReason: string, text: string) => [
  { id: 'u', role: 'user', parts: [{ type: 'text', text: userText }] },
  {
    id: 'a',
    role: 'assistant',
    metadata: { finishReason },
    parts: [{ type: 'step-start' }, ...(text === '' ? [] : [{ type: 'text', text }])],
  },
];

const adkEvent = (more: object) => ({ invocationId: 'i', author: 'harbour', ...more });
const adk = (more: object) => ({
  id: 's',
  appName: 'harbour',
  userId: 'u',
  events: [
    { author: 'user', invocationId: 'i', content: { role: 'user', parts: [{ text: userText }] } },
    adkEvent(more),
  ],
});

const trace = (output: readonly object[], more: Readonly<Record<string, unknown>> = {}) =>
  otlp(span('a', [0, 1], chat([said.user(userText)], output, more)));

const reasons = (...all: string[]) => ({ 'gen_ai.response.finish_reasons': all });

const pydantic = (finish_reason: string, text: string) => [
  { kind: 'request', parts: [{ part_kind: 'user-prompt', content: userText }] },
  { kind: 'response', finish_reason, parts: text === '' ? [] : [{ part_kind: 'text', content: text }] },
];

const inspect = (stop_reason: string, content: string) => ({
  id: 1,
  epoch: 1,
  messages: [asked, { role: 'assistant', content }],
  output: { choices: [{ stop_reason, message: { role: 'assistant', content } }] },
});

const response = (more: object, text?: string) => ({
  object: 'response',
  output:
    text === undefined
      ? []
      : [{ type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text }] }],
  ...more,
});

const promptfoo = (more: object) => ({
  provider: { id: 'openai:chat:harbour-1' },
  prompt: { raw: userText, label: 'p' },
  vars: {},
  success: true,
  response: { output: 'I will not.', ...more },
});

const words = 'I will not.';
const REFUSED: readonly [string, unknown, string | undefined][] = [
  ['AI SDK result', { steps: [step([{ role: 'assistant', content: words }], 'content-filter')] }, words],
  ['AI SDK result without words', { steps: [step([], 'content-filter')] }, undefined],
  ['AI SDK UI', ui('content-filter', words), words],
  ['AI SDK UI without words', ui('content-filter', ''), undefined],
  ['ADK, Gemini', adk({ finishReason: 'SAFETY', content: { parts: [{ text: words }] } }), words],
  ['ADK, without content', adk({ errorCode: 'PROHIBITED_CONTENT', errorMessage: 'held back' }), undefined],
  ['ADK of Python', adk({ error_code: 'SAFETY' }), undefined],
  ['OTel, in the message', trace([{ ...said.agent(words), finish_reason: 'content_filter' }]), words],
  ['OTel, in the span', trace([said.agent(words)], reasons('content_filter')), words],
  ['OTel, without words', trace([], reasons('content_filter')), undefined],
  ['OTel, a reply of Gemini', trace([{ candidates: [{ finishReason: 'SAFETY' }] }]), undefined],
  [
    'LangChain with Gemini',
    [
      { type: 'human', data: { content: userText } },
      { type: 'ai', data: { content: '', response_metadata: { finish_reason: 'SAFETY' } } },
    ],
    undefined,
  ],
  ['Pydantic AI', pydantic('content_filter', words), words],
  ['Pydantic AI without words', pydantic('content_filter', ''), undefined],
  ['Inspect', inspect('content_filter', ''), undefined],
  ['OpenAI response', response({ incomplete_details: { reason: 'content_filter' } }, words), words],
  [
    'OpenAI response without words',
    response({ incomplete_details: { reason: 'content_filter' } }),
    undefined,
  ],
  ['promptfoo', promptfoo({ finishReason: 'content_filter' }), words],
  ['promptfoo, marked', promptfoo({ isRefusal: true }), words],
];

describe('a reply that the model or its provider marked as a refusal counts as one', () => {
  it.each(REFUSED)('%s', (_, document, text) => {
    const { turns, caveats } = readRun(document);
    expect(turns.at(-1)).toMatchObject({ refused: true });
    expect(turns.at(-1)?.final_response).toBe(text);
    expect(caveats).toBeUndefined();
  });
});

const ACCEPTED: readonly [string, unknown][] = [
  ['AI SDK result', { steps: [step([{ role: 'assistant', content: words }], 'stop')] }],
  ['AI SDK UI', ui('length', words)],
  ['ADK', adk({ finishReason: 'MAX_TOKENS', content: { parts: [{ text: words }] } })],
  ['OTel', trace([{ ...said.agent(words), finish_reason: 'stop' }], reasons('stop'))],
  ['Pydantic AI', pydantic('stop', words)],
  ['Inspect', inspect('stop', words)],
  ['OpenAI response', response({ incomplete_details: { reason: 'max_output_tokens' } }, words)],
];

it.each(ACCEPTED)('a reply that ended otherwise is none: %s', (_, document) => {
  expect(readRun(document).turns.at(-1)).not.toHaveProperty('refused');
});
