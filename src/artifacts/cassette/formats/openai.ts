import { isObject } from '../../../values/own-property.ts';
import { isChat } from '../chat/chat.ts';
import { readMessages } from '../chat/messages.ts';
import type { RunFormat } from './run-format.ts';

/** Reads messages of the Chat Completions API of OpenAI, and of the many programs that use its format. */
export const openAiFormat: RunFormat = {
  name: 'OpenAI chat messages',
  recognises: (value) => isChat(value) || (isObject(value) && Array.isArray(value.messages)),
  read: readMessages,
};
