import { isObject } from '../../../../values/own-property.ts';
import type { RowFormat } from '../row-format.ts';
import type { FormatFacts, RunFormat } from '../run-format.ts';
import { GeminiSession } from './session.ts';

type Raw = Readonly<Record<string, unknown>>;

const FACTS = {
  programs: '[Gemini CLI](https://github.com/google-gemini/gemini-cli), read from 0.20.0, 0.30.0 and 0.61.0',
  failed: 'its `status` is `error` or `cancelled`, which includes denied calls',
  leavesOut:
    'thoughts; what the terminal showed (`resultDisplay`); messages of other types; texts that a rewind took back. Calls of sub-agents are in files of their own',
} satisfies Partial<FormatFacts>;

/** Reads a session of Gemini CLI that is one document, as versions before 0.40 write it. */
export const geminiCliFormat: RunFormat = {
  ...FACTS,
  name: 'Gemini CLI session (JSON)',
  recognisedBy: '`messages` of `type` `gemini`, or of `user` next to a `sessionId` and a `projectHash`',
  from: '`~/.gemini/tmp/PROJECT/chats/session-….json`',
  recognises: (value) =>
    isObject(value) &&
    Array.isArray(value.messages) &&
    (value.messages.some((message) => isObject(message) && message.type === 'gemini') ||
      (isHead(value) && value.messages.every((message) => isObject(message) && message.role === undefined))),
  read(document, context) {
    const value = document.value as Raw;
    const session = new GeminiSession(document, context);
    session.describe(value);
    if (isObject(value.meta)) session.describe(value.meta);
    for (const [index, message] of (value.messages as readonly unknown[]).entries()) {
      const path = ['messages', index];
      if (!isObject(message)) session.events.faults.add(path, 'must be a mapping: a message is one');
      // in a document each message is whole, whatever its id is
      else session.message(message, String(index), path);
    }
    return session.finish();
  },
};

/** Reads a session of Gemini CLI in rows, as it is since version 0.40. */
export const geminiCliRowsFormat: RowFormat = {
  ...FACTS,
  name: 'Gemini CLI session',
  recognisedBy: 'rows of `type` `gemini` with an `id`, or a first row with `sessionId` and `projectHash`',
  from: '`~/.gemini/tmp/PROJECT/chats/session-….jsonl`',
  claims: (row) =>
    (row.type === 'gemini' && typeof row.id === 'string') || (isHead(row) && row.messages === undefined),
  open: (document, context) => {
    const session = new GeminiSession(document, context);
    return {
      take(row, index) {
        const { id, type, $rewindTo: rewindTo, $set: set } = row;
        if (typeof rewindTo === 'string') session.rewind(rewindTo);
        else if (isObject(set)) {
          session.describe(set);
          if (Array.isArray(set.messages)) session.history(set.messages, [index, '$set', 'messages']);
        } else if (typeof id === 'string') session.message(row, id, [index]);
        else if (isHead(row)) session.describe(row);
        else if (type === 'user' || type === 'gemini') {
          session.events.faults.add([index], `is a message of type \`${type}\` without an \`id\``);
        } else context.notes.leaveOut('rows without an `id`', 'they hold no message');
      },
      finish: () => [session.finish()],
    };
  },
};

/** Whether an object begins a session. */
function isHead({ sessionId, projectHash }: Raw): boolean {
  return typeof sessionId === 'string' && typeof projectHash === 'string';
}
