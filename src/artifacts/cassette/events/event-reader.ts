import type { ValuePath } from '../../../diagnostic.ts';
import { Contradictions } from '../../../documents/contradictions.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { present } from '../../../values/own-property.ts';
import type { Caveat, RecordedCall, Turn, UnreadParts, UnreadReason } from '../model.ts';
import { type ReadArgs, readArgs } from './args.ts';
import { callsInResult } from './calls-in-result.ts';
import { type Note, Notes } from './notes.ts';
import type { ReadingContext } from './reading-context.ts';
import { refuseStrayArguments } from './stray-arguments.ts';
import { actsInText, isWrittenCall } from './text-actions.ts';
import { type Mark, type MetCall, type MetResult, TurnBuilder } from './turn-builder.ts';

/** A call as in a foreign format: its name and arguments are not checked yet. */
export interface ForeignCall extends Omit<MetCall, 'name' | 'args' | 'raw_args'> {
  readonly name: string | null | undefined;
  /** An object, the JSON text of one, or nothing. */
  readonly args: unknown;
  /** The path of the arguments in the document. */
  readonly argsPath: ValuePath;
}

/** What the events of a run add up to. */
export interface ReadEvents {
  readonly turns: readonly Turn[];
  readonly caveats?: readonly Caveat[];
  readonly unread?: readonly UnreadParts[];
}

/** Takes the events of a foreign recording in order, checks them, and builds turns from them. */
export class EventReader {
  readonly #builder = new TurnBuilder();
  readonly #context: ReadingContext;
  /** The faults of the recording; {@link finish} throws them. */
  readonly faults: Contradictions;
  /** Calls whose arguments cannot be read. They are faults unless the call failed. */
  readonly #unreadable: { readonly call: RecordedCall; readonly report: () => void }[] = [];
  #messages = 0;
  #calls = 0;
  #callsInMessage = 0;
  #isAnsweredNothing = false;
  #actsInText = false;
  #writtenCalls = 0;
  /** The ids of calls that someone was asked to approve. */
  readonly #asked = new Set<string>();
  /** Parts of this run that look like calls; the notes of the context are those of the whole file. */
  readonly #unread = new Notes();

  constructor(document: SourceDocument, context: ReadingContext) {
    this.faults = new Contradictions(document);
    this.#context = context;
  }

  user(text: string): void {
    if (text === '') return;
    this.#context.ledger.said(text);
    this.#builder.user(text);
  }

  /**
   * Begins a message of the agent. The calls up to the next one ran in parallel.
   * @returns the number of the message, for calls of it that come after the next one began
   */
  message(): number {
    this.#callsInMessage = 0;
    this.#isAnsweredNothing = false;
    return this.#messages++;
  }

  /** The place after the events so far; see {@link rewind}. */
  mark(): Mark {
    return this.#builder.mark();
  }

  /** Goes back to a place: texts since then are dropped, and calls stay, with these facts. */
  rewind(mark: Mark, facts: Pick<RecordedCall, 'abandoned' | 'agent'>): void {
    this.#builder.rewind(mark, facts);
  }

  /**
   * Takes a reply. Without text it is not a final response, unless it is a refusal.
   * @param isRefusal whether the model, or its provider, marked it as one
   */
  respond(text: string, isRefusal = false): void {
    this.#isAnsweredNothing = text === '' && !isRefusal && this.#callsInMessage === 0;
    if (text === '' && !isRefusal) return;
    this.aside(text);
    this.#actsInText ||= actsInText(text);
    this.#builder.respond(text, isRefusal);
  }

  /** Takes a text that the agent wrote next to its calls: it is no reply, but may be a call. */
  aside(text: string): void {
    if (text === '') return;
    this.#context.ledger.said(text);
    if (isWrittenCall(text)) this.#writtenCalls++;
  }

  /**
   * @param path where the call is: an object that is read as a call wherever it is must be named here
   * @returns the call, which gets its answer later
   */
  call(call: ForeignCall, path: ValuePath): RecordedCall {
    const { id, name, server, agent, abandoned, argsPath } = call;
    const { args, raw_args, fault } = this.#readArgs(call, path);
    this.#calls++;
    this.#callsInMessage++;
    this.#isAnsweredNothing = false;
    const parallel = call.parallel ?? (this.#messages === 0 ? undefined : this.#messages - 1);
    // a faulty call is recorded too, so that its result is not reported as a second fault
    const met = { id, name: name ?? '', server, args, raw_args, agent, abandoned, parallel };
    const recorded = this.#builder.call(met);
    if (fault !== undefined) this.#noteUnreadable(recorded, argsPath, fault);
    return recorded;
  }

  /** Takes a call once more, from a place that says more of it than the first. It counts once. */
  restate(recorded: RecordedCall, call: ForeignCall, path: ValuePath): void {
    const { name, server } = call;
    const { fault, ...args } = this.#readArgs(call, path);
    Object.assign(recorded, present({ name: name ?? '', server }), args);
    if (fault !== undefined) this.#noteUnreadable(recorded, call.argsPath, fault);
  }

  #readArgs({ name, args: given, argsPath, id }: ForeignCall, path: ValuePath): ReadArgs {
    if (!name) this.faults.add(path, 'is a tool call without the name of the tool');
    this.#context.ledger.call(path, argsPath, id, name ?? undefined);
    if (given === undefined) refuseStrayArguments(argsPath, this.#context.ledger, this.faults);
    return readArgs(given);
  }

  #noteUnreadable(call: RecordedCall, argsPath: ValuePath, fault: string): void {
    const report = this.faults.later(argsPath, fault);
    this.#unreadable.push({ call, report });
  }

  /**
   * Takes a result. A result without a recorded call belongs to a call that the agent made but that was not recorded. It
   * counts as a call, under the name in the result.
   * @param path undefined when the row of the result was read before
   */
  result(met: MetResult, path: ValuePath | undefined): void {
    if (path) this.#context.ledger.result(path);
    this.lookInto(met.result);
    const result = this.#context.keepsResults || met.is_error ? met : { ...met, result: undefined };
    const pairing = this.#builder.result(result);
    if (pairing === 'given') return;
    if (pairing !== 'no call') {
      const message = `is a result of \`${result.name}\`, but answers a call to \`${pairing.answers}\``;
      this.faults.add(
        path ?? [],
        message,
        'give it the id of its call; without one it answers the first call that still waits for a result',
      );
      return;
    }
    const { name } = result;
    if (name === undefined) {
      this.faults.add(path ?? [], 'answers no recorded call and does not name a tool');
      return;
    }
    this.#calls++;
    this.#context.notes.add('no-call');
    this.#builder.resultAlone({ ...result, name });
  }

  /** Notes the blocks of a result that are calls: no one knows who made them. */
  lookInto(result: unknown): void {
    for (let calls = callsInResult(result); calls > 0; calls--) this.unread('a call in a result');
  }

  /** Leaves out a part that is known: a copy of what is read elsewhere, or something that no agent did. */
  leaveOut(path: ValuePath, what: string, why: string): void {
    this.leaveOutParts([path], what, why);
  }

  /** Leaves out a part that is known in several places, next to which there may be what is not. */
  leaveOutParts(paths: readonly ValuePath[], what: string, why: string): void {
    for (const path of paths) this.#context.ledger.leaveOut(path);
    this.#context.notes.leaveOut(what, why);
  }

  /**
   * Takes a request to approve a call, or the answer to it. The call itself is elsewhere: if it is not, a call was asked for
   * of which nothing else is known.
   * @param id that of the call, if it is a request
   */
  approval(path: ValuePath, id?: string): void {
    this.alsoCall(path);
    this.leaveOutParts(
      [[...path, 'toolCall']],
      'approvals of calls',
      'the answer of a call says whether it ran',
    );
    if (id !== undefined) this.#asked.add(id);
  }

  /** Notes that an object around a call looks like one, too. */
  alsoCall(path: ValuePath): void {
    this.#context.ledger.call(path, [...path, '']);
  }

  /** Warns of an assumption. @param example what to name: a type, a key or a path */
  note(note: Note, example?: string): void {
    this.#context.notes.add(note, example);
  }

  /**
   * Notes a call that is not recorded or not read, or what may be one: no scenario is judged by such a recording.
   * @param note why nothing is known of it
   */
  unread(what: string, note: UnreadReason = 'unread-calls'): void {
    this.#unread.add(note, what);
    this.#context.notes.add(note, what);
  }

  /** @throws InputError with all faults, if there are any */
  finish(): ReadEvents {
    for (const { call, report } of this.#unreadable) if (!call.is_error) report();
    this.faults.refuse();
    for (const call of this.#builder.openCalls) {
      call.unanswered = true;
      this.#context.notes.add('unanswered');
    }
    const open = [...this.#asked].filter((id) => !this.#context.ledger.hasRead(id));
    for (const _ of open) this.unread('a request to approve a call');
    // without any call, the agent acts through text throughout
    for (let written = this.#calls === 0 ? 0 : this.#writtenCalls; written > 0; written--) {
      this.unread('a text of the agent');
    }
    const caveats = this.#caveats();
    // what is not read has been noted by its name
    for (const caveat of caveats) if (caveat !== 'unread-calls') this.#context.notes.add(caveat);
    const { unread } = this.#unread;
    const turns = this.#builder.finish();
    return { turns, ...(caveats.length > 0 && { caveats }), ...(unread.length > 0 && { unread }) };
  }

  #caveats(): Caveat[] {
    return [
      ...((this.#actsInText || this.#writtenCalls > 0) && this.#calls === 0
        ? (['acts-in-text'] as const)
        : []),
      ...(this.#isAnsweredNothing ? (['answered-nothing'] as const) : []),
      ...(this.#unread.unread.length > 0 ? (['unread-calls'] as const) : []),
    ];
  }
}
