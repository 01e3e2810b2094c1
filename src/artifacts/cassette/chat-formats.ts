import * as z from 'zod/mini';
import { Contradictions } from '../../documents/contradictions.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { validate } from '../../documents/validate.ts';
import { isObject } from '../../values/own-property.ts';
import { isChat, readChat } from './chat.ts';
import type { RunContext, RunFormat } from './format.ts';
import type { Cassette } from './model.ts';
import { providerUsageSchema, toMicros, toUsage } from './usage.ts';

const text = () => z.nullish(z.string());

const chatSchema = z.object({
  model: text(),
  usage: z.nullish(providerUsageSchema),
  system: z.optional(z.unknown()),
});

/**
 * The messages of a chat, bare or in an object that may name the model and count the tokens of the whole run.
 * Input counts of OpenAI include cached tokens, those of Anthropic do not; see `toUsage`.
 */
function readMessages(document: SourceDocument, { notes }: RunContext): Cassette {
  const { value } = document;
  if (!isObject(value)) return readChat(document, [], value, notes, 'none');
  const { model, usage, system } = validate(chatSchema, document);
  const contradictions = new Contradictions(document);
  const total = usage ? toUsage(usage, ['usage'], contradictions) : undefined;
  contradictions.refuse();
  const chat = readChat(document, ['messages'], value.messages, notes, 'none');
  return {
    ...chat,
    ...(typeof model === 'string' && { model }),
    // a system prompt stands beside the messages at Anthropic
    ...(typeof system === 'string' && { system_prompt: system }),
    ...(total && { usage: total }),
  };
}

function messagesOf(value: unknown): unknown {
  return isObject(value) && Array.isArray(value.messages) ? value.messages : value;
}

/** Whether any of the first messages has a block that calls a tool or answers. */
function hasToolBlocks(messages: unknown): boolean {
  return (
    isChat(messages) &&
    messages.some(
      (message) =>
        isObject(message) &&
        Array.isArray(message.content) &&
        message.content.some((block) => isObject(block) && /^tool_(use|result)$/.test(String(block.type))),
    )
  );
}

export const anthropicFormat: RunFormat = {
  name: 'Anthropic messages',
  recognises: (value) => hasToolBlocks(messagesOf(value)),
  read: readMessages,
};

export const openAiFormat: RunFormat = {
  name: 'OpenAI chat messages',
  recognises: (value) => isChat(value) || (isObject(value) && Array.isArray(value.messages)),
  read: readMessages,
};

/** A run of tau-bench: a chat in `traj`. The text of a failed call's result starts with `Error`. */
export const tauBenchFormat: RunFormat = {
  name: 'tau-bench record',
  recognises: (value) => isObject(value) && Array.isArray(value.traj),
  read: (document, { notes }) => {
    const { traj } = document.value as Record<string, unknown>;
    return readChat(document, ['traj'], traj, notes, 'text');
  },
};

const simulationSchema = z.object({ agent_cost: z.nullish(z.number()), start_time: text() });

/** What the file of a simulation says of the agent in all of its runs. */
const tau2RootSchema = z.object({
  info: z.optional(z.object({ agent_info: z.optional(z.object({ llm: text() })) })),
});

/**
 * A simulation of tau2-bench. `usage` of a message counts the cached tokens as input and does not tell them apart,
 * so they stay in. `agent_cost` is in dollars.
 */
export const tau2BenchFormat: RunFormat = {
  name: 'tau2-bench simulation',
  recognises: (value) =>
    isObject(value) && Array.isArray(value.messages) && Object.hasOwn(value, 'termination_reason'),
  read: (document, { root, notes }) => {
    const { agent_cost, start_time } = validate(simulationSchema, document);
    const { messages } = document.value as Record<string, unknown>;
    const model = z.safeParse(tau2RootSchema, root).data?.info?.agent_info?.llm;
    const faults = new Contradictions(document);
    const cost = toMicros(agent_cost, ['agent_cost'], faults);
    faults.refuse();
    return {
      ...(typeof model === 'string' && { model }),
      ...(typeof start_time === 'string' && { recorded_at: start_time }),
      ...readChat(document, ['messages'], messages, notes, 'flag'),
      ...(cost !== undefined && { cost_micros: cost }),
    };
  },
};
