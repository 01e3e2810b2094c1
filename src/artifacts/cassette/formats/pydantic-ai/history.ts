import type { ValuePath } from '../../../../diagnostic.ts';
import type { SourceDocument } from '../../../../documents/source-document.ts';
import { isObject } from '../../../../values/own-property.ts';
import { scalarText } from '../../../../values/scalar-text.ts';
import { isSet } from '../../events/answer.ts';
import { EventReader } from '../../events/event-reader.ts';
import { refuseHiddenReply } from '../../events/hidden-reply.ts';
import type { ReadingContext } from '../../events/reading-context.ts';
import { saysRefused } from '../../events/refused.ts';
import { sumOfReplies } from '../../events/usage.ts';
import type { Cassette, Usage } from '../../model.ts';
import { usageOfReply } from './usage.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Kinds of parts of a reply that hold neither text nor calls. */
const OTHER_PARTS: ReadonlySet<unknown> = new Set(['thinking', 'file', 'compaction']);

/** Keys of a message and of a part that hold neither calls nor replies. */
const QUIET_KEYS =
  /^(kind|part_kind|parts|id|timestamp|usage|model_name|provider_.*|vendor_.*|finish_reason|run_id|conversation_id|metadata|signature|state|instructions)$/;

/** Reads the messages that an agent of Pydantic AI and its model exchanged. */
export class PydanticHistory {
  readonly events: EventReader;
  readonly #context: ReadingContext;
  readonly #system: string[] = [];
  readonly #usages: (Usage | undefined)[] = [];
  readonly #models = new Set<string>();
  readonly #providers = new Set<string>();
  #recordedAt: string | undefined;

  constructor(document: SourceDocument, context: ReadingContext) {
    this.#context = context;
    this.events = new EventReader(document, context);
  }

  take(message: Raw, path: ValuePath): void {
    const { kind, parts, timestamp } = message;
    if (kind !== 'request' && kind !== 'response') {
      this.#context.notes.leaveOut(
        `messages of kind \`${scalarText(kind)}\``,
        'they are neither requests nor replies',
      );
      return;
    }
    const at = [...path, 'parts'];
    const all: { part: Raw; path: ValuePath }[] = [];
    for (const [index, part] of (Array.isArray(parts) ? (parts as unknown[]) : []).entries()) {
      if (isObject(part)) all.push({ part, path: [...at, index] });
      else this.events.faults.add([...at, index], 'must be a mapping: a part is one');
    }
    if (!Array.isArray(parts)) this.events.faults.add(path, 'is a message without `parts`');
    if (kind === 'request') {
      this.#takeInstructions(message.instructions);
      for (const each of all) this.#takeOfRequest(each.part, each.path);
      return;
    }
    if (typeof timestamp === 'string') this.#recordedAt ??= timestamp;
    if (typeof message.model_name === 'string') this.#models.add(message.model_name);
    if (typeof message.provider_name === 'string') this.#providers.add(message.provider_name);
    this.#usages.push(
      usageOfReply(message.usage, [...path, 'usage'], this.events.faults, this.#context.notes),
    );
    if (all.length === 0) {
      const isQuiet = (key: string) => QUIET_KEYS.test(key);
      refuseHiddenReply(message, isQuiet, 'one of the `parts`', path, this.events.faults);
    }
    this.#takeReply(all, saysRefused(message.finish_reason));
  }

  #takeInstructions(instructions: unknown): void {
    if (typeof instructions === 'string' && !this.#system.includes(instructions))
      this.#system.push(instructions);
  }

  #takeOfRequest(part: Raw, path: ValuePath): void {
    const { part_kind, content, tool_name } = part;
    if (part_kind === 'system-prompt' || part_kind === 'instruction') this.#takeInstructions(content);
    else if (part_kind === 'user-prompt') this.events.user(textOf(content));
    else if (part_kind === 'retry-prompt' && !isSet(tool_name)) {
      this.#context.notes.leaveOut('requests to try again', 'the program wrote them');
    } else if (
      part_kind === 'tool-return' ||
      part_kind === 'retry-prompt' ||
      /-return$/.test(scalarText(part_kind))
    ) {
      this.#takeReturn(part, path);
    } else {
      refuseHiddenReply(
        part,
        (key) => QUIET_KEYS.test(key),
        'a part of a known `part_kind`',
        path,
        this.events.faults,
      );
    }
  }

  /** Takes a result. A request to try again that names a tool is the error of a call. */
  #takeReturn(part: Raw, path: ValuePath): void {
    const { part_kind, tool_name, tool_call_id, content, outcome } = part;
    const is_error = part_kind === 'retry-prompt' || (isSet(outcome) && outcome !== 'success');
    this.events.result({ ...namesOf(tool_call_id, tool_name), is_error, result: content }, path);
  }

  /** Takes a reply. Text is a response when no call of the reply waits for an answer: then it is what follows the last one. */
  #takeReply(parts: readonly { readonly part: Raw; readonly path: ValuePath }[], isRefusal: boolean): void {
    this.events.message();
    let text = '';
    let waiting = 0;
    for (const { part, path } of parts) {
      const { part_kind, content } = part;
      const kind = scalarText(part_kind);
      if (part_kind === 'text') {
        if (typeof content === 'string') text += content;
        else refuseHiddenReply(part, (key) => QUIET_KEYS.test(key), '`content`', path, this.events.faults);
      } else if (/-call$/.test(kind)) {
        this.#takeCall(part, path);
        waiting++;
        this.events.aside(text);
        text = '';
      } else if (/-return$/.test(kind)) {
        this.#takeReturn(part, path);
        waiting--;
        text = '';
      } else if (!OTHER_PARTS.has(part_kind)) {
        refuseHiddenReply(
          part,
          (key) => QUIET_KEYS.test(key),
          'a part of a known `part_kind`',
          path,
          this.events.faults,
        );
      }
    }
    if (waiting <= 0) this.events.respond(text, isRefusal);
    else this.events.aside(text);
  }

  #takeCall(part: Raw, path: ValuePath): void {
    const { tool_name, tool_call_id, args } = part;
    const { id, name } = namesOf(tool_call_id, tool_name);
    this.events.call({ id, name, args: isSet(args) ? args : undefined, argsPath: [...path, 'args'] }, path);
  }

  finish(): Cassette {
    const usage = sumOfReplies(this.#usages, this.#context.notes);
    const [model, ...models] = this.#models;
    const [provider, ...providers] = this.#providers;
    return {
      ...(model !== undefined && models.length === 0 && { model }),
      ...(provider !== undefined && providers.length === 0 && { provider }),
      ...(this.#system.length > 0 && { system_prompt: this.#system.join('\n\n') }),
      ...(this.#recordedAt !== undefined && { recorded_at: this.#recordedAt }),
      ...this.events.finish(),
      ...(usage && { usage }),
    };
  }
}

function namesOf(
  id: unknown,
  name: unknown,
): { readonly id: string | undefined; readonly name: string | undefined } {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return { id: text(id), name: text(name) };
}

/** The text of a prompt, which may be a list of texts, images and files. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts = content.map((part: unknown) => {
    if (typeof part === 'string') return part;
    return isObject(part) && part.kind === 'text' && typeof part.content === 'string' ? part.content : '';
  });
  return texts.filter((text) => text !== '').join('\n');
}
