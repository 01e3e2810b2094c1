import * as z from 'zod/mini';
import { Contradictions } from '../../../documents/contradictions.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { validate } from '../../../documents/validate.ts';
import { isObject } from '../../../values/own-property.ts';
import { readUsage } from '../events/read-usage.ts';
import type { ReadingContext } from '../events/reading-context.ts';
import type { Cassette } from '../model.ts';
import { readChat } from './chat.ts';

const text = () => z.nullish(z.string());

const chatSchema = z.object({
  model: text(),
  usage: z.optional(z.unknown()),
  system: z.optional(z.unknown()),
});

/**
 * Reads the messages of a chat: a bare list, or a list in an object that may name the model and count the tokens of the
 * whole run. The input counts of OpenAI include cached tokens, those of Anthropic do not; see `toUsage`.
 */
export function readMessages(document: SourceDocument, context: ReadingContext): Cassette {
  const { value } = document;
  if (!isObject(value)) return readChat(document, [], value, context, 'none');
  const { model, usage, system } = validate(chatSchema, document);
  const faults = new Contradictions(document);
  const total = readUsage(usage, { path: ['usage'], faults, notes: context.notes });
  faults.refuse();
  const chat = readChat(document, ['messages'], value.messages, context, 'none');
  return {
    ...chat,
    ...(typeof model === 'string' && { model }),
    // Anthropic keeps the system prompt next to the messages
    ...(typeof system === 'string' && { system_prompt: system }),
    ...(total && { usage: total }),
  };
}
