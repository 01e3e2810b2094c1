import { isCount } from '../../../../values/count.ts';
import { isObject } from '../../../../values/own-property.ts';
import type { Attributes } from '../../trace/plain.ts';

/** Whether a value is a text that says something. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Returns the name of the first of these attributes that is set. */
export function firstOf(attributes: Attributes, names: readonly string[]): string | undefined {
  return names.find((name) => {
    const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    return value !== undefined && value !== null && value !== '';
  });
}

/** Returns the first of these attributes that is a text. */
export function textIn(attributes: Attributes, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** Returns the first of these attributes that is a count; some programs write counts as text. */
export function countIn(attributes: Attributes, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    if (isCount(count)) return count;
  }
  return undefined;
}

/**
 * The names of attributes by what they hold, the preferred first: OTel GenAI (1.37 and later, 1.28 to 1.36), OpenInference,
 * OpenLLMetry (`gen_ai.prompt.0.role`), the AI SDK (`ai.`), Google ADK (`gcp.vertex.agent.`), Logfire and LangSmith.
 */
export const NAMES = {
  input: [
    ...['gen_ai.input.messages', 'llm.input_messages', 'gen_ai.prompt', 'ai.prompt.messages', 'ai.prompt'],
    ...['gcp.vertex.agent.llm_request', 'pydantic_ai.all_messages', 'all_messages_events'],
  ],
  output: [
    'gen_ai.output.messages',
    'llm.output_messages',
    'gen_ai.completion',
    'gcp.vertex.agent.llm_response',
  ],
  /** What a span was given and gave back, in any form. */
  given: ['input.value', 'traceloop.entity.input', 'langfuse.observation.input', 'langfuse.trace.input'],
  gave: ['output.value', 'traceloop.entity.output', 'langfuse.observation.output', 'langfuse.trace.output'],
  toolName: ['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name', 'mcp.tool.name'],
  toolId: ['gen_ai.tool.call.id', 'tool_call.id', 'ai.toolCall.id', 'tool.id', 'tool_call_id'],
  toolArgs: [
    ...[
      'gen_ai.tool.call.arguments',
      'gen_ai.tool.arguments',
      'tool_arguments',
      'ai.toolCall.args',
      'ai.toolCall.input',
    ],
    ...[
      'gcp.vertex.agent.tool_call_args',
      'input.value',
      'traceloop.entity.input',
      'langfuse.observation.input',
    ],
    ...['tool.parameters', 'gen_ai.prompt', 'gen_ai.input.messages'],
  ],
  toolResult: [
    ...[
      'gen_ai.tool.call.result',
      'gen_ai.tool.result',
      'tool_response',
      'ai.toolCall.result',
      'ai.toolCall.output',
    ],
    ...[
      'gcp.vertex.agent.tool_response',
      'output.value',
      'traceloop.entity.output',
      'langfuse.observation.output',
    ],
    ...['gen_ai.completion', 'gen_ai.output.messages'],
  ],
  agent: ['gen_ai.agent.name', 'agent.name', 'agent_name', 'ai.agent.name'],
  model: [
    ...[
      'gen_ai.response.model',
      'gen_ai.request.model',
      'llm.model_name',
      'ai.response.model',
      'ai.model.id',
    ],
    ...['llm.response.model', 'llm.request.model'],
  ],
  provider: ['gen_ai.provider.name', 'gen_ai.system', 'llm.provider', 'llm.system', 'ai.model.provider'],
  /** Why the model stopped, as a list or as one word. */
  ending: ['gen_ai.response.finish_reasons', 'ai.response.finishReason', 'ai.finishReason'],
  inputTokens: [
    ...[
      'gen_ai.usage.input_tokens',
      'gen_ai.usage.prompt_tokens',
      'llm.token_count.prompt',
      'ai.usage.inputTokens',
    ],
    ...['ai.usage.promptTokens', 'llm.usage.prompt_tokens'],
  ],
  outputTokens: [
    ...['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens', 'llm.token_count.completion'],
    ...['ai.usage.outputTokens', 'ai.usage.completionTokens', 'llm.usage.completion_tokens'],
  ],
  cacheRead: [
    ...['gen_ai.usage.cache_read.input_tokens', 'gen_ai.usage.cache_read_input_tokens'],
    ...[
      'gen_ai.usage.input_tokens.cached',
      'gen_ai.usage.cached_tokens',
      'gen_ai.usage.details.cache_read_tokens',
    ],
    ...['llm.token_count.prompt_details.cache_read', 'ai.usage.cachedInputTokens'],
  ],
  cacheWrite: [
    ...['gen_ai.usage.cache_creation.input_tokens', 'gen_ai.usage.cache_creation_input_tokens'],
    ...['gen_ai.usage.cache_write_input_tokens', 'gen_ai.usage.details.cache_write_tokens'],
    'llm.token_count.prompt_details.cache_write',
  ],
} as const satisfies Record<string, readonly string[]>;

/** Words of attributes that hold an object which is neither the arguments of a call nor a message. */
const ASIDE =
  /defini|schema|result|response|output|metadata|setting|config|error|usage|option|param|header|resource|scope|logfire|tags?$|baggage|prompt_template/i;

/** The attribute that may hold the arguments of a call which seems to have none. */
export function strayArguments(attributes: Attributes): string | undefined {
  return Object.keys(attributes).find((name) => isObject(attributes[name]) && !ASIDE.test(name));
}
