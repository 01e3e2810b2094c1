import type { ValuePath } from '../../../diagnostic.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { isObject } from '../../../values/own-property.ts';
import { scalarText } from '../../../values/scalar-text.ts';
import { EventReader } from '../events/event-reader.ts';
import { HiddenCalls } from '../events/hidden-calls.ts';
import { PairedCalls } from '../events/paired-calls.ts';
import { readUsage } from '../events/read-usage.ts';
import type { ReadingContext } from '../events/reading-context.ts';
import { saysRefused } from '../events/refused.ts';
import type { Cassette, Usage } from '../model.ts';
import type { RowFormat, RowReader } from './row-format.ts';

type Row = Readonly<Record<string, unknown>>;

/** Types of chunks that hold neither calls nor replies. */
const OTHERS =
  /^(text-start|text-end|reasoning(-.*)?|source-.*|file|message-metadata|start|finish-step|tool-approval-.*)$/s;

/**
 * Reads the stream of messages that the AI SDK sends to its user interface: chunks, behind `data:` or one on each line.
 *
 * Spec (recordings): "Readers to add (streaming where files are lines; each with the facts of the format in its own module and a sample of our own writing)".
 */
export const aiSdkStreamFormat: RowFormat = {
  name: 'AI SDK UI message stream',
  programs:
    'programs with `toUIMessageStreamResponse` of the [AI SDK](https://ai-sdk.dev) 5.0.277 and 6.0.326',
  recognisedBy:
    'rows of `type` `text-delta` with an `id` and a `delta`, or `tool-input-…` with a `toolCallId`, also behind `data:`',
  from: 'the body of the response, `curl -N … > run.txt`; what the user said is not in it',
  failed: 'its answer is a `tool-output-error` or `tool-output-denied`, or its input a `tool-input-error`',
  leavesOut:
    'reasoning, files, sources and data; pieces of arguments, which the whole input repeats; results that are preliminary',
  claims: ({ type, id, delta, toolCallId }) =>
    (type === 'text-delta' && typeof id === 'string' && typeof delta === 'string') ||
    (typeof type === 'string' && type.startsWith('tool-input-') && typeof toolCallId === 'string'),
  open: (document, context) => new ChunkReader(document, context),
};

class ChunkReader implements RowReader {
  readonly #events: EventReader;
  readonly #calls: PairedCalls;
  readonly #context: ReadingContext;
  readonly #hidden: HiddenCalls;
  #text = '';
  /** The calls of the reply that wait for their answer. */
  readonly #open = new Set<unknown>();
  #isReplying = false;
  #ending: unknown;
  #usage: Usage | undefined;
  /** Calls whose input has begun, and not ended. */
  readonly #begun = new Map<string, string>();

  constructor(document: SourceDocument, context: ReadingContext) {
    this.#context = context;
    this.#events = new EventReader(document, context);
    this.#calls = new PairedCalls(this.#events);
    this.#hidden = new HiddenCalls(this.#events, (id) => context.ledger.hasRead(id));
  }

  take(row: Row, index: number): void {
    const { type } = row;
    const path = [index];
    if (isObject(row.messageMetadata)) this.#describe(row.messageMetadata, [...path, 'messageMetadata']);
    if (type === 'text-delta') this.#say(row.delta, path);
    else if (type === 'tool-input-start' || type === 'tool-input-delta') this.#begin(row, path);
    else if (type === 'tool-input-available' || type === 'tool-input-error') this.#call(row, path);
    else if (typeof type === 'string' && /^tool-output-(available|error|denied)$/.test(type))
      this.#answer(row, path);
    else if (type === 'start-step') this.#endReply();
    else if (type === 'finish') this.#ending = row.finishReason ?? this.#ending;
    else if (type === 'error' || type === 'abort') this.#fail(row);
    else this.#other(row, path);
  }

  #say(delta: unknown, path: ValuePath): void {
    if (typeof delta !== 'string') this.#events.faults.add(path, 'is a piece of text without a `delta`');
    else this.#text += delta;
    this.#beginReply();
  }

  #beginReply(): void {
    if (!this.#isReplying) this.#events.message();
    this.#isReplying = true;
  }

  #begin({ toolCallId, toolName }: Row, path: ValuePath): void {
    if (typeof toolCallId === 'string' && typeof toolName === 'string') this.#begun.set(toolCallId, toolName);
    this.#events.leaveOut(path, 'pieces of arguments', 'the whole input follows');
  }

  #call({ type, toolCallId, toolName, input, errorText }: Row, path: ValuePath): void {
    this.#beginReply();
    this.#events.aside(this.#text);
    this.#text = '';
    const id = typeof toolCallId === 'string' ? toolCallId : undefined;
    if (id !== undefined) this.#begun.delete(id);
    const name = typeof toolName === 'string' ? toolName : undefined;
    this.#calls.call({ id, name, args: input, argsPath: [...path, 'input'] }, path);
    this.#open.add(toolCallId);
    if (type === 'tool-input-error') this.#answerTo(id, true, errorText, undefined);
  }

  #answer({ type, toolCallId, output, errorText, preliminary }: Row, path: ValuePath): void {
    if (preliminary === true) {
      this.#events.leaveOut(path, 'results that are preliminary', 'the last one follows');
      return;
    }
    const id = typeof toolCallId === 'string' ? toolCallId : undefined;
    const result = type === 'tool-output-denied' ? 'denied' : (errorText ?? output);
    this.#answerTo(id, type !== 'tool-output-available', result, path);
  }

  #answerTo(id: string | undefined, is_error: boolean, result: unknown, path: ValuePath | undefined): void {
    this.#calls.result({ id, is_error, result }, path);
    this.#open.delete(id);
  }

  #fail({ type, errorText }: Row): void {
    this.#context.notes.add('ended-in-error', type === 'abort' ? 'aborted' : scalarText(errorText));
  }

  #other(row: Row, path: ValuePath): void {
    const type = scalarText(row.type);
    if (type.startsWith('data-')) {
      this.#hidden.look(row.data, `data of type ${type}`);
      this.#events.leaveOut([...path, 'data'], 'data', "it is the program's own");
    } else if (type === 'tool-approval-request') this.#events.approval(path, scalarText(row.toolCallId));
    else if (type.startsWith('tool-approval-')) this.#events.approval(path);
    else if (!OTHERS.test(type)) this.#events.note('unknown-block', type);
  }

  /** What programs pass on about a message. */
  #describe(metadata: Row, path: ValuePath): void {
    const key = ['totalUsage', 'usage'].find((each) => isObject(metadata[each])) ?? 'usage';
    const place = { path: [...path, key], faults: this.#events.faults, notes: this.#context.notes };
    this.#usage = readUsage(metadata[key], place) ?? this.#usage;
    this.#ending ??= metadata.finishReason;
  }

  /** Ends a reply. Its text is final unless a call of it waits for its answer. */
  #endReply(): void {
    const isRefusal = saysRefused(this.#ending);
    if (this.#open.size > 0) this.#events.aside(this.#text);
    else if (this.#isReplying || isRefusal) this.#events.respond(this.#text, isRefusal);
    this.#text = '';
    this.#open.clear();
    this.#isReplying = false;
  }

  finish(): readonly Cassette[] {
    this.#endReply();
    this.#calls.noteLost();
    this.#hidden.finish();
    for (const name of this.#begun.values()) this.#events.unread(name, 'unrecorded-arguments');
    return [{ ...this.#events.finish(), ...(this.#usage && { usage: this.#usage }) }];
  }
}
