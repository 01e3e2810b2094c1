import { isObject } from '../../../values/own-property.ts';
import { isChat } from '../chat/chat.ts';
import { readMessages } from '../chat/messages.ts';
import type { RunFormat } from './run-format.ts';

/** Reads messages of the Converse API of Bedrock: blocks of their content have a key instead of a type. */
export const bedrockFormat: RunFormat = {
  name: 'Bedrock Converse messages',
  programs: 'the AWS SDK, Strands Agents (by its documentation; no file of it was read)',
  recognisedBy: 'a list of messages with `toolUse` or `toolResult` blocks',
  from: 'write the list of messages, with the last reply (`output.message`) appended',
  failed: 'the `status` of the result is `error`',
  leavesOut: 'reasoning, images and documents',
  recognises: (value) => {
    const messages = isObject(value) ? value.messages : value;
    return (
      isChat(messages) &&
      messages.some((message) => isObject(message) && [message.content].flat().some(isTool))
    );
  },
  read: readMessages,
};

function isTool(block: unknown): boolean {
  return isObject(block) && (isObject(block.toolUse) || isObject(block.toolResult));
}
