import type { ValuePath } from '../../../../diagnostic.ts';
import type { SourceDocument } from '../../../../documents/source-document.ts';
import { isObject } from '../../../../values/own-property.ts';
import { isSet } from '../../events/answer.ts';
import { EventReader } from '../../events/event-reader.ts';
import { refuseHiddenReply } from '../../events/hidden-reply.ts';
import { readUsage } from '../../events/read-usage.ts';
import type { ReadingContext } from '../../events/reading-context.ts';
import { saysRefused } from '../../events/refused.ts';
import { sumOfReplies } from '../../events/usage.ts';
import type { Cassette, Usage } from '../../model.ts';
import { answerIn, type Part, partsOf, textOf } from '../gemini/parts.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Keys of an event that hold neither calls nor replies. */
const QUIET_KEYS =
  /^(id|author|branch|timestamp|partial|options|actions|content|turn_?complete|interrupted|invocation_?id|long_?running_?tool_?ids|finish_?reason|(custom|usage|grounding|citation|cache|server_?content|live_?session)_?.*|avg_?logprobs|logprobs_?.*|model_?version|error_?(code|message)|(input|output)_?transcription|interaction_?id)$/i;

/** Reads events of the Agent Development Kit in order. Python writes its keys with underscores, or in camel case. */
export class AdkEvents {
  readonly events: EventReader;
  readonly #context: ReadingContext;
  readonly #usages: (Usage | undefined)[] = [];
  readonly #models = new Set<string>();
  /** Calls of partial events, which the whole event repeats. */
  readonly #partial: { readonly name: string; readonly report: () => void }[] = [];

  constructor(document: SourceDocument, context: ReadingContext) {
    this.#context = context;
    this.events = new EventReader(document, context);
  }

  take(event: Raw, path: ValuePath): void {
    const { author, content, partial } = event;
    const parts = partsOf(content, [...path, 'content']);
    if (partial === true) {
      this.#takePartial(parts, path);
      return;
    }
    if (author === 'user' && !parts.some(({ kind }) => kind === 'call')) {
      this.#takeResults(parts);
      this.events.user(textOf(parts));
      return;
    }
    this.#noteReply(event, path);
    // a reply that the API held back has no content, and its reason is the code of an error
    const { finishReason, finish_reason, errorCode, error_code } = event;
    const isRefusal = saysRefused(finishReason, finish_reason, errorCode, error_code);
    this.reply(parts, typeof author === 'string' ? author : undefined, isRefusal);
    if (parts.length === 0 && content === undefined && !isRefusal) {
      refuseHiddenReply(event, (key) => QUIET_KEYS.test(key), '`content`', path, this.events.faults);
    }
  }

  /** Takes the parts that an agent wrote: text in an event without calls or results is a reply. */
  reply(parts: readonly Part[], agent: string | undefined, isRefusal = false): void {
    if (parts.length === 0 && !isRefusal) return;
    for (const part of parts) if (part.kind === 'unknown') this.events.unread(`parts with ${part.keys}`);
    const calls = parts.filter((part) => part.kind === 'call');
    if (!parts.some(({ kind }) => kind === 'result')) this.events.message();
    for (const { id, name, args, argsPath, path } of calls) {
      const index = this.#partial.findIndex((call) => call.name === name);
      if (index !== -1) this.#partial.splice(index, 1);
      this.events.call({ id, name, args, argsPath, agent }, path);
    }
    this.#takeResults(parts);
    if (!parts.some(({ kind }) => kind === 'call' || kind === 'result')) {
      this.events.respond(textOf(parts), isRefusal);
    } else this.events.aside(textOf(parts));
  }

  user(content: unknown, path: ValuePath): void {
    this.events.user(textOf(partsOf(content, path)));
  }

  #takeResults(parts: readonly Part[]): void {
    for (const part of parts) {
      if (part.kind !== 'result') continue;
      this.events.result({ id: part.id, name: part.name, ...answerIn(part.response) }, part.path);
    }
  }

  /** A partial event holds a piece of a message, which the next event has as a whole. */
  #takePartial(parts: readonly Part[], path: ValuePath): void {
    for (const part of parts) {
      if (part.kind !== 'call') continue;
      const report = this.events.faults.later(
        part.path,
        'is a call of a partial event, which no whole event repeats',
      );
      this.#partial.push({ name: part.name ?? '', report });
      this.#context.ledger.leaveOut(part.path);
    }
    this.events.leaveOut([...path, 'content'], 'partial events', 'the whole event follows');
  }

  /** An event of a model has the counts of its tokens. Results of tools have none. */
  #noteReply(event: Raw, path: ValuePath): void {
    const model = event.modelVersion ?? event.model_version;
    if (typeof model === 'string') this.#models.add(model);
    const key = event.usageMetadata === undefined ? 'usage_metadata' : 'usageMetadata';
    const usage = event[key];
    const isOfModel = partsOf(event.content, []).some(({ kind }) => kind !== 'result');
    if (isSet(usage))
      this.#usages.push(
        readUsage(usage, { path: [...path, key], faults: this.events.faults, notes: this.#context.notes }),
      );
    else if (isOfModel) this.#usages.push(undefined);
  }

  finish(): Cassette {
    for (const { report } of this.#partial) report();
    const usage = sumOfReplies(this.#usages, this.#context.notes);
    const [model, ...others] = this.#models;
    return {
      ...(model !== undefined && others.length === 0 && { model }),
      ...this.events.finish(),
      ...(usage && { usage }),
    };
  }
}

/** Whether an object is an event: somebody wrote parts. */
export function isAdkEvent(value: unknown): value is Raw {
  if (!isObject(value) || typeof value.author !== 'string') return false;
  const { content } = value;
  return (
    (isObject(content) && Array.isArray(content.parts)) ||
    typeof (value.invocationId ?? value.invocation_id) === 'string'
  );
}
