import { isObject, valueAt } from '../../../values/own-property.ts';
import { scalarText } from '../../../values/scalar-text.ts';
import { isSet } from '../events/answer.ts';
import { holdsSomething } from '../events/hidden-reply.ts';
import { saysRefused } from '../events/refused.ts';
import { hasCalls, idsOfCalls } from './message-calls.ts';
import type { Message } from './schema.ts';

/** Whether a message has nothing that is read: no content, no call, no refusal, no error. */
export function holdsNothing(message: Message, raw: Readonly<Record<string, unknown>>): boolean {
  const { role, content, refusal, audio, error, function_call, additional_kwargs } = message;
  if (role === 'tool' || role === 'function') return !isSet(error) && !holdsSomething(raw.content);
  if (content.length > 0) return false;
  if (role !== 'assistant') return true;
  return (
    !hasCalls(message) &&
    !function_call &&
    !additional_kwargs?.function_call &&
    !refusal &&
    !audio?.transcript
  );
}

/**
 * Whether a reply is marked as a refusal: by a text under `refusal`, or by the reason why the model stopped.
 * @param ending the reason that is stated next to the message
 */
export function isRefusal(message: Message, ending: unknown): boolean {
  const { refusal, stop_reason, finish_reason, content, additional_kwargs, response_metadata } = message;
  const metadata = isObject(response_metadata) ? response_metadata : {};
  const endings = [ending, stop_reason, finish_reason, metadata.stop_reason, metadata.finish_reason];
  return (
    holdsSomething(refusal) ||
    holdsSomething(additional_kwargs?.refusal) ||
    content.some(({ type }) => type === 'refusal') ||
    saysRefused(...endings)
  );
}

/** Whether a message of tau2-bench keeps the same calls as the provider sent them, too. */
export function repeatsCalls(raw: unknown, message: Message): boolean {
  const given = valueAt(raw, ['message', 'tool_calls']);
  if (!Array.isArray(given)) return false;
  const ids = idsOfCalls(message);
  return given.every((call) => isObject(call) && ids.has(scalarText(call.id)));
}

/** The token counts of a message, and the path of where they are in it. */
export function usageOf(message: Message): [given: unknown, ...path: string[]] {
  const { usage, usage_metadata, response_metadata, metadata: own } = message;
  if (isSet(usage)) return [usage, 'usage'];
  if (isSet(usage_metadata)) return [usage_metadata, 'usage_metadata'];
  // Strands Agents
  if (isObject(own) && isSet(own.usage)) return [own.usage, 'metadata', 'usage'];
  const metadata = isObject(response_metadata) ? response_metadata : {};
  const key = ['token_usage', 'tokenUsage', 'usage'].find((each) => holdsSomething(metadata[each]));
  return key === undefined ? [undefined, 'usage'] : [metadata[key], 'response_metadata', key];
}

/** The model that all replies name; nothing when they name several. */
export function modelOf(messages: readonly Message[]): { model?: string } {
  const models = new Set(
    messages.flatMap((message) => (message.role === 'assistant' && modelIn(message)) || []),
  );
  const [model] = models;
  return models.size === 1 && model !== undefined ? { model } : {};
}

/** The model that a reply names; LangChain keeps it in the metadata. */
function modelIn({ model, response_metadata }: Message): string | undefined {
  if (typeof model === 'string') return model;
  const metadata = isObject(response_metadata) ? response_metadata : {};
  const named = metadata.model_name ?? metadata.model ?? metadata.model_id;
  return typeof named === 'string' ? named : undefined;
}
