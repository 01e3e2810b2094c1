import { isExchange, readExchange } from '../chat/messages.ts';
import type { RunFormat } from './run-format.ts';

/** Reads a request to a model with its response: the messages of the request, and the reply as the last of them. */
export const exchangeFormat: RunFormat = {
  name: 'request with its response',
  programs:
    'proxies, and programs that log each request to OpenAI, Anthropic or Bedrock; runs of `wrap_openai` of LangSmith for Python 0.1.131, from its public test data',
  recognisedBy:
    '`request` with `messages` next to `response`, a run of `run_type: llm` with such `inputs` and `outputs`, or a response alone (`choices`, a message of Anthropic)',
  from: 'the last request of the run: it has all messages before it',
  failed: 'as in chat messages',
  leavesOut: 'definitions of tools, and what the request asks of the model',
  recognises: isExchange,
  read: readExchange,
};
