import { isObject, valueAt } from '../../../values/own-property.ts';
import { isChat, readChat } from '../chat/chat.ts';
import { readMessages } from '../chat/messages.ts';
import type { RunFormat } from './run-format.ts';

/** Reads messages of the Converse API of Bedrock: blocks of their content have a key instead of a type. */
export const bedrockFormat: RunFormat = {
  name: 'Bedrock Converse messages',
  programs:
    'programs with the AWS SDK (boto3 1.43.11), [Strands Agents](https://strandsagents.com) for TypeScript 1.16.0',
  recognisedBy:
    'messages with `toolUse` or `toolResult` blocks, as a list or in a snapshot of Strands Agents',
  from: 'write the list of messages, with the last reply (`output.message`) appended; `agent.messages` or `snapshot_latest.json` of a session of Strands Agents',
  failed: 'the `status` of the result is `error`',
  leavesOut: 'reasoning, images and documents',
  recognises: (value) => {
    const messages = isObject(value) ? (value.messages ?? messagesOfSnapshot(value)) : value;
    return (
      isChat(messages) &&
      messages.some((message) => isObject(message) && [message.content].flat().some(isTool))
    );
  },
  read(document, context) {
    const { value } = document;
    const messages = isObject(value) && !('messages' in value) ? messagesOfSnapshot(value) : undefined;
    if (messages === undefined) return readMessages(document, context);
    const chat = readChat(document, ['data', 'messages'], messages, context, 'none');
    const prompt = valueAt(value, ['data', 'systemPrompt']);
    return { ...chat, ...(typeof prompt === 'string' && prompt !== '' && { system_prompt: prompt }) };
  },
};

/** The messages of an agent in the session of Strands Agents, which keeps a snapshot of its state. */
function messagesOfSnapshot({ scope, data }: Readonly<Record<string, unknown>>): unknown {
  return scope === 'agent' && isObject(data) ? data.messages : undefined;
}

function isTool(block: unknown): boolean {
  return isObject(block) && (isObject(block.toolUse) || isObject(block.toolResult));
}
