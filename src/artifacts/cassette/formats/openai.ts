import { isObject } from '../../../values/own-property.ts';
import { isChat } from '../chat/chat.ts';
import { readMessages } from '../chat/messages.ts';
import type { RunFormat } from './run-format.ts';

/** Reads messages of the Chat Completions API of OpenAI, and of the many programs that use its format. */
export const openAiFormat: RunFormat = {
  name: 'OpenAI chat messages',
  programs:
    'programs with the OpenAI SDK, read from 6.49.0 of JavaScript; LiteLLM, the AI SDK (model messages of 4.3.19, 5.0.277 and 6.0.326), mini-SWE-agent (its calls are text, so the reading warns), and every program that keeps chat messages',
  recognisedBy: 'a list of messages with a `role`, or an object with `messages`',
  from: 'write the list of messages, with the last reply, as JSON',
  failed:
    'the message of the tool has an `error`, `is_error`, or the status `error`; in the AI SDK, its output is an error, or says that the call was denied',
  leavesOut: 'images, sound and reasoning',
  recognises: (value) => isChat(value) || (isObject(value) && Array.isArray(value.messages)),
  read: readMessages,
};
