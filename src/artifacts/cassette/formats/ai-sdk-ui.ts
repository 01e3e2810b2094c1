import { canonicalText } from '../../../assertions/value-set.ts';
import type { ValuePath } from '../../../diagnostic.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { isObject, valueAt } from '../../../values/own-property.ts';
import { scalarText } from '../../../values/scalar-text.ts';
import { textKeysOf } from '../chat/block-kinds.ts';
import { isSet } from '../events/answer.ts';
import { EventReader } from '../events/event-reader.ts';
import { HiddenCalls } from '../events/hidden-calls.ts';
import { holdsSomething, refuseHiddenReply } from '../events/hidden-reply.ts';
import { readUsage } from '../events/read-usage.ts';
import { saysRefused } from '../events/refused.ts';
import { sumOfReplies } from '../events/usage.ts';
import type { Cassette, Usage } from '../model.ts';
import { argsOf, isToolPart, nameOf, takeToolPart } from './ai-sdk-tool-part.ts';
import type { RunContext, RunFormat } from './run-format.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Parts that contain neither calls nor replies. `data-…` parts are the program's own. */
const OTHER_PART =
  /^(reasoning|redacted-reasoning|file|source|source-url|source-document|data-.*|step-start|error)$/;

/**
 * Reads messages of the user interface of the AI SDK. Version 4 has `content`, `toolInvocations`, and since 4.2 `parts`,
 * which repeat both; versions 5 and 6 have `parts` alone.
 *
 * Spec (recordings): "Readers to add", 4.
 */
export const aiSdkUiFormat: RunFormat = {
  name: 'AI SDK UI messages',
  programs: 'programs with `useChat` of the [AI SDK](https://ai-sdk.dev) 4.3.19, 5.0.277 and 6.0.326',
  recognisedBy:
    'messages with `parts` of the AI SDK (`tool-…`, `dynamic-tool`, `step-start`), or with `toolInvocations`',
  from: 'the messages as `onFinish` gives them, written as JSON',
  failed: 'the `state` is `output-error` or `output-denied`, or an approval was refused',
  leavesOut: 'reasoning, files, sources and data parts',
  recognises: (value) => {
    const messages = messagesOf(value);
    return Array.isArray(messages) && messages.some(isUiMessage);
  },
  read(document, context) {
    const path = isObject(document.value) ? ['messages'] : [];
    return readUi(document, messagesOf(document.value) as readonly unknown[], path, context);
  },
};

function messagesOf(value: unknown): unknown {
  return isObject(value) ? value.messages : value;
}

function isUiMessage(message: unknown): boolean {
  if (!isObject(message) || typeof message.role !== 'string') return false;
  if (Array.isArray(message.toolInvocations)) return true;
  const { parts } = message;
  return Array.isArray(parts) && parts.every(isUiPart) && parts.some((part) => !isCommonPart(part));
}

/** Whether other programs have such a part, too. */
function isCommonPart(part: unknown): boolean {
  return isObject(part) && (part.type === 'reasoning' || part.type === 'file' || part.type === 'error');
}

function isUiPart(part: unknown): boolean {
  if (!isObject(part) || typeof part.type !== 'string') return false;
  if (part.type === 'text') return typeof part.text === 'string';
  return isToolPart(part) || OTHER_PART.test(part.type);
}

function readUi(
  document: SourceDocument,
  messages: readonly unknown[],
  path: ValuePath,
  context: RunContext,
): Cassette {
  const events = new EventReader(document, context);
  const hidden = new HiddenCalls(events, (id) => context.ledger.hasRead(id));
  const system: string[] = [];
  const usages: (Usage | undefined)[] = [];
  for (const [index, message] of messages.entries()) {
    const at = [...path, index];
    if (!isObject(message)) {
      events.faults.add(at, 'must be a mapping: a message');
      continue;
    }
    switch (message.role) {
      case 'system':
        system.push(textOf(message));
        break;
      case 'user':
        refuseUnknown(message, at, events, hidden);
        events.user(textOf(message));
        break;
      case 'assistant': {
        takeReply(message, at, events, hidden);
        const metadata = isObject(message.metadata) ? message.metadata : {};
        const key = ['totalUsage', 'usage'].find((each) => isObject(metadata[each])) ?? 'usage';
        const place = { path: [...at, 'metadata', key], faults: events.faults, notes: context.notes };
        usages.push(readUsage(metadata[key], place));
        break;
      }
      default:
        events.faults.add(
          [...at, 'role'],
          `must be \`system\`, \`user\` or \`assistant\`, found \`${scalarText(message.role)}\``,
        );
    }
  }
  const usage = sumOfReplies(usages, context.notes);
  hidden.finish();
  return {
    ...events.finish(),
    ...(system.length > 0 && { system_prompt: system.join('\n\n') }),
    ...(usage && { usage }),
  };
}

function partsOf({ parts, content }: Raw): readonly unknown[] {
  if (Array.isArray(parts) && parts.length > 0) return parts;
  return typeof content === 'string' ? [{ type: 'text', text: content }] : [];
}

function textOf(message: Raw): string {
  return partsOf(message)
    .map((part) => (isObject(part) && part.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('');
}

/** Takes a message of the agent, which may have several steps: `step-start` begins a reply of the model. */
function takeReply(message: Raw, at: ValuePath, events: EventReader, hidden: HiddenCalls): void {
  refuseUnknown(message, at, events, hidden);
  events.message();
  let said = '';
  let isOpen = false;
  // version 4 before 4.2 has no parts: its text was written after the calls
  const invocations = invocationsOf(message, at, events);
  for (const [index, invocation] of invocations) {
    const path = [...at, 'toolInvocations', index];
    const part = partOf(invocation, message);
    if (part) {
      refuseContradiction(invocation, part, path, events);
      events.leaveOut(path, 'calls that are repeated', 'they are read from the parts');
    } else if (!takeToolPart(invocation, path, events)) isOpen = true;
  }
  const parts = partsOf(message);
  if (parts.every(isStepStart) && invocations.length === 0) {
    const isQuiet = (key: string) => QUIET_KEYS.test(key);
    refuseHiddenReply(message, isQuiet, 'one of the `parts`', at, events.faults);
  }
  for (const [index, part] of parts.entries()) {
    if (!isObject(part)) continue;
    if (isToolPart(part)) {
      events.aside(said);
      said = '';
      const isAnswered = takeToolPart(part, [...at, 'parts', index], events);
      isOpen ||= !isAnswered;
    } else if (part.type === 'step-start') {
      if (said !== '') events.respond(said);
      said = '';
      if (index > 0) events.message();
    } else if (part.type === 'text' && typeof part.text === 'string') said += part.text;
  }
  if (isOpen) events.aside(said);
  // programs pass the reason on in the metadata
  events.respond(isOpen ? '' : said, !isOpen && saysRefused(valueAt(message, ['metadata', 'finishReason'])));
}

/** Keys of a message that hold neither calls nor replies. */
const QUIET_KEYS = /^(id|role|parts|content|metadata|createdAt|annotations|experimental_.*|revisionId)$/s;

function isStepStart(part: unknown): boolean {
  return isObject(part) && part.type === 'step-start';
}

/** The calls next to the parts of a message. What is no list of calls could hide some. */
function invocationsOf({ toolInvocations }: Raw, at: ValuePath, events: EventReader): [number, Raw][] {
  const path = [...at, 'toolInvocations'];
  if (!Array.isArray(toolInvocations)) {
    if (holdsSomething(toolInvocations)) events.faults.add(path, 'must be a list of calls');
    return [];
  }
  return [...toolInvocations.entries()].filter((entry): entry is [number, Raw] => {
    const isCall = isObject(entry[1]);
    if (!isCall) events.faults.add([...path, entry[0]], 'must be a mapping: a call');
    return isCall;
  });
}

/** Returns the call among the parts of a message that has the id of another. */
function partOf({ toolCallId }: Raw, { parts }: Raw): Raw | undefined {
  if (typeof toolCallId !== 'string' || !Array.isArray(parts)) return undefined;
  const calls = parts.map((part: unknown) =>
    isObject(part) && isObject(part.toolInvocation) ? part.toolInvocation : part,
  );
  return calls.filter(isObject).find((call) => call.toolCallId === toolCallId);
}

/** Refuses two calls with the same id of which not both can be right. Arguments may be missing while they are written. */
function refuseContradiction(given: Raw, part: Raw, path: ValuePath, events: EventReader): void {
  const [name, other] = [nameOf(given), nameOf(part)];
  if (name !== other) {
    events.faults.add(path, `calls \`${name}\`, but the part with the same id calls \`${other}\``);
    return;
  }
  const [args, others] = [argsOf(given), argsOf(part)];
  if (!isSet(args) || !isSet(others) || canonicalText(args) === canonicalText(others)) return;
  events.faults.add(path, `has other arguments for \`${name}\` than the part with the same id`);
}

/** Refuses parts of unknown types that hold text; leaves out others with a warning. */
function refuseUnknown(message: Raw, at: ValuePath, events: EventReader, hidden: HiddenCalls): void {
  const { parts, content } = message;
  if (Array.isArray(parts)) {
    for (const [index, part] of parts.entries()) {
      const path = [...at, 'parts', index];
      if (isObject(part) && scalarText(part.type).startsWith('data-')) {
        hidden.look(part.data, `parts of type ${scalarText(part.type)}`);
        events.leaveOut([...path, 'data'], 'data parts', "they are the program's own");
      }
      if (isUiPart(part)) continue;
      const keys = isObject(part) ? textKeysOf(part) : [];
      if (isObject(part) && typeof part.type === 'string' && keys.length === 0)
        events.note('unknown-block', part.type);
      else events.faults.add(path, 'is a part that is not known, and may hold a reply', 'remove it');
    }
  } else if (typeof content !== 'string' && holdsSomething(content)) {
    events.faults.add([...at, 'content'], 'must be text', 'write blocks as `parts`');
  } else if (content === undefined && !Array.isArray(message.toolInvocations)) {
    const keys = textKeysOf(message);
    const found = keys.map((key) => `\`${key}\``).join(', ');
    if (keys.length > 0) events.faults.add(at, `has no \`parts\`, but ${found}, which is not read`);
  }
}
