import { isObject } from '../../../values/own-property.ts';
import { isChat } from '../chat/chat.ts';
import { readMessages } from '../chat/messages.ts';
import type { RunFormat } from './run-format.ts';

/** Reads messages of the Anthropic API: calls and answers are blocks of their content. */
export const anthropicFormat: RunFormat = {
  name: 'Anthropic messages',
  programs: 'programs with the Anthropic SDK, read from 1.14.0 of TypeScript',
  recognisedBy: 'a list of messages with `tool_use` or `tool_result` blocks',
  from: 'write the list of messages, with the last reply appended as `{role, content}`',
  failed: '`is_error` of the result',
  leavesOut: 'thinking, images and documents',
  recognises: (value) => hasToolBlocks(messagesOf(value)),
  read: readMessages,
};

/** Whether any message has a block that calls a tool, or contains its result. */
function hasToolBlocks(messages: unknown): boolean {
  return (
    isChat(messages) &&
    messages.some(
      (message) =>
        isObject(message) &&
        Array.isArray(message.content) &&
        message.content.some(
          (block) => isObject(block) && (block.type === 'tool_use' || block.type === 'tool_result'),
        ),
    )
  );
}

function messagesOf(value: unknown): unknown {
  return isObject(value) && Array.isArray(value.messages) ? value.messages : value;
}
