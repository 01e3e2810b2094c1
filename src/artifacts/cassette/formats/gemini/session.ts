import type { ValuePath } from '../../../../diagnostic.ts';
import type { SourceDocument } from '../../../../documents/source-document.ts';
import { isObject } from '../../../../values/own-property.ts';
import { EventReader } from '../../events/event-reader.ts';
import type { ReadingContext } from '../../events/reading-context.ts';
import { sumOfReplies, sumUsage } from '../../events/usage.ts';
import type { Cassette, Usage } from '../../model.ts';
import { type AgentMessage, MessageReader, type SessionCall, type SessionMessage } from './messages.ts';

type Raw = Readonly<Record<string, unknown>>;

/** What is under an id: a message, or the calls of messages that the user took back. */
type Entry = SessionMessage | { readonly kind: 'taken back'; readonly calls: readonly SessionCall[] };

/**
 * Collects the messages of a session of Gemini CLI. A later message with the same id replaces the earlier one, so events
 * are known only at the end. What was called was called: calls of messages that a rewind took back stay, as abandoned.
 */
export class GeminiSession {
  readonly events: EventReader;
  readonly #context: ReadingContext;
  readonly #reader: MessageReader;
  #entries = new Map<string, Entry>();
  #rewinds = 0;
  #recordedAt: string | undefined;
  #sessionModel: string | undefined;

  constructor(document: SourceDocument, context: ReadingContext) {
    this.#context = context;
    this.events = new EventReader(document, context);
    this.#reader = new MessageReader(this.events, context);
  }

  /** Takes what a session states about itself. */
  describe({ startTime, model }: Raw): void {
    if (typeof startTime === 'string') this.#recordedAt ??= startTime;
    if (typeof model === 'string') this.#sessionModel = model;
  }

  /** @param id the same for all versions of a message */
  message(message: Raw, id: string, path: ValuePath): void {
    const read = this.#reader.read(message, path);
    if (read) this.#entries.set(id, read);
  }

  /**
   * Takes the history after the program changed it: messages that are known are replaced, and none is dropped. New ones are
   * written by the program, such as a summary.
   */
  history(messages: readonly unknown[], path: ValuePath): void {
    const isWhole = this.#entries.size === 0;
    for (const [index, message] of messages.entries()) {
      const at = [...path, index];
      if (!isObject(message)) continue;
      const id = typeof message.id === 'string' ? message.id : `#${at.join('.')}`;
      if (isWhole || this.#entries.has(id)) this.message(message, id, at);
      else this.#takeNew(message, id, at);
    }
  }

  #takeNew(message: Raw, id: string, path: ValuePath): void {
    const read = this.#reader.read(message, path);
    if (read?.kind !== 'agent') return;
    const known = new Set(
      [...this.#entries.values()].flatMap((entry) => callsOf(entry).map((call) => call.id)),
    );
    const calls = read.calls.filter((call) => call.id === undefined || !known.has(call.id));
    if (calls.length > 0) this.#entries.set(id, { ...read, text: '', calls });
    else
      this.#context.notes.leaveOut(
        'messages that the program wrote',
        'neither the user nor the agent wrote them',
      );
  }

  /** Takes back a message and all after it; all messages when there is none with this id. */
  rewind(id: string): void {
    const ids = [...this.#entries.keys()];
    const gone = ids.slice(Math.max(0, ids.indexOf(id)));
    const calls = gone.flatMap((each) => callsOf(this.#entries.get(each)));
    for (const each of gone) this.#entries.delete(each);
    this.#entries.set(`rewind ${this.#rewinds++}`, { kind: 'taken back', calls });
    this.#context.notes.leaveOut(
      'branches that a rewind left',
      'their texts are not replies; their calls count, as abandoned',
    );
  }

  finish(): Cassette {
    const models = new Set<string>();
    for (const entry of this.#entries.values()) {
      if (entry.kind === 'user') this.#emitUser(entry.text, entry.results);
      else if (entry.kind === 'agent') {
        if (entry.model !== undefined) models.add(entry.model);
        this.#emitReply(entry);
      } else for (const call of entry.calls) this.#emitCall({ ...call, abandoned: true });
    }
    const [model = this.#sessionModel, ...others] = models;
    const read = this.events.finish();
    const usage = sumOfReplies(usagesOf([...this.#entries.values()]), this.#context.notes);
    return {
      ...(model !== undefined && others.length === 0 && { model }),
      ...(this.#recordedAt !== undefined && { recorded_at: this.#recordedAt }),
      ...read,
      ...(usage && { usage }),
    };
  }

  #emitUser(text: string, results: Extract<Entry, { kind: 'user' }>['results']): void {
    for (const { id, ...result } of results) {
      if (id === undefined || !this.#answered.has(id)) this.events.result({ id, ...result }, undefined);
    }
    if (text.startsWith('<session_context>') && text.trimEnd().endsWith('</session_context>')) {
      this.#context.notes.leaveOut('texts that the program wrote', 'the user did not write them');
    } else this.events.user(text);
  }

  readonly #answered = new Set<string>();

  #emitReply({ calls, text }: AgentMessage): void {
    this.events.message();
    for (const call of calls) this.#emitCall(call);
    // text next to a call is not a final response
    if (calls.length === 0) this.events.respond(text);
    else this.events.aside(text);
  }

  #emitCall({ answer, ...call }: SessionCall): void {
    this.events.call(call, call.path);
    if (!answer) return;
    if (call.id !== undefined) this.#answered.add(call.id);
    this.events.result({ id: call.id, ...answer }, undefined);
  }
}

function callsOf(entry: Entry | undefined): readonly SessionCall[] {
  return entry === undefined || entry.kind === 'user' ? [] : entry.calls;
}

/**
 * The counts of each reply. A message without calls ends the turn: an agent's message right after it is of the same reply,
 * which has its counts in one of them. An empty message is no reply, unless it has counts.
 */
function usagesOf(entries: readonly Entry[]): (Usage | undefined)[] {
  const replies: Usage[][] = [];
  let isOpen = false;
  for (const entry of entries) {
    if (entry.kind !== 'agent') {
      isOpen = false;
      continue;
    }
    const { usage, text, calls } = entry;
    if (!usage && text === '' && calls.length === 0) continue;
    if (!isOpen) replies.push([]);
    if (usage) replies.at(-1)?.push(usage);
    isOpen = calls.length === 0;
  }
  return replies.map((usages) => (usages.length === 0 ? undefined : sumUsage(usages)));
}
