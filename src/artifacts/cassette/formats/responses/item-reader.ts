import type { ValuePath } from '../../../../diagnostic.ts';
import type { SourceDocument } from '../../../../documents/source-document.ts';
import { isObject } from '../../../../values/own-property.ts';
import { scalarText } from '../../../../values/scalar-text.ts';
import { EventReader, type ForeignCall, type ReadEvents } from '../../events/event-reader.ts';
import { keysOf } from '../../events/hidden-reply.ts';
import { PairedCalls } from '../../events/paired-calls.ts';
import type { ReadingContext } from '../../events/reading-context.ts';
import type { Mark } from '../../events/turn-builder.ts';
import type { Cassette } from '../../model.ts';
import { ApprovalRequests } from './approval-requests.ts';
import { callOf, type Item, idOf, isFailed, isRefusal, kindOf, ownResult, textOf } from './items.ts';
import { RepeatedCalls } from './repeated-calls.ts';

/** Keys of a message whose values are neither calls nor replies. */
const QUIET_KEY = /^(type|role|id|status|phase|end_turn|.*metadata.*|agent|recipient|author)$/s;

/** Types of items that hold neither calls nor replies. */
const QUIET_ITEMS: ReadonlySet<unknown> = new Set([
  ...['reasoning', 'item_reference', 'ghost_snapshot'],
  ...['compaction', 'compaction_summary', 'compaction_trigger', 'context_compaction'],
]);

/** Takes the items of the Responses API in order, wherever a program keeps them. */
export class ItemReader {
  readonly events: EventReader;
  readonly calls: PairedCalls;
  readonly #context: ReadingContext;
  /** Texts since the last call: final unless another call follows. */
  #texts: { readonly text: string; readonly isRefusal: boolean }[] = [];
  /** Whether the next item of the agent begins a reply of the model. */
  #beginsReply = true;
  readonly #ids = new Set<string>();
  readonly #system: string[] = [];
  /** The places before the messages of the user. */
  readonly #turns: Mark[] = [];
  readonly #failed = new Map<string, unknown>();
  readonly #requests = new ApprovalRequests();
  /** Which calls items and events of Codex both tell of. */
  readonly #repeated = new RepeatedCalls();

  constructor(document: SourceDocument, context: ReadingContext) {
    this.events = new EventReader(document, context);
    this.calls = new PairedCalls(this.events);
    this.#context = context;
  }

  /** @param agent who made it, if the program says so */
  take(item: Item, path: ValuePath, agent?: string): void {
    const kind = kindOf(item);
    if (kind === 'message') this.#message(item, path);
    else if (kind === 'call') this.#call(item, path, agent);
    else if (kind === 'result') this.#result(item, path);
    else this.#other(item, path);
  }

  /** Whether an item with the id of this one was taken; if not, it counts as taken from now on. */
  repeats({ id, call_id, callId, type }: Item): boolean {
    const key = [id, call_id ?? callId].find((each) => typeof each === 'string');
    if (typeof key !== 'string') return false;
    const whole = `${scalarText(type)} ${key}`;
    if (this.#ids.has(whole)) return true;
    this.#ids.add(whole);
    return false;
  }

  #message(item: Item, path: ValuePath): void {
    const { role, phase, content } = item;
    const text = textOf(item);
    if (role === 'user') this.user(text);
    else if (role === 'system' || role === 'developer') this.#system.push(text);
    else {
      const isEmpty = content === undefined && text === '';
      if (isEmpty && Object.keys(item).some((key) => !QUIET_KEY.test(key))) {
        this.events.faults.add(path, `is a message without \`content\`: the keys are ${keysOf(item)}`);
      }
      this.#beginReply();
      if (phase === 'commentary') {
        this.#context.notes.leaveOut('texts of the phase `commentary`', 'they are not final responses');
        this.events.aside(text);
      } else this.#texts.push({ text, isRefusal: isRefusal(item) });
      this.#takeParts(content, path);
    }
  }

  /** A part of a message that is neither text nor known could be a reply. */
  #takeParts(content: unknown, path: ValuePath): void {
    for (const [index, part] of (Array.isArray(content) ? (content as unknown[]) : []).entries()) {
      if (!isObject(part) || typeof part.type === 'string' || typeof part.text === 'string') continue;
      const at = [...path, 'content', index];
      this.events.faults.add(at, `is a part of a message without a type: the keys are ${keysOf(part)}`);
    }
  }

  /** A message of the user. Texts before it were final. */
  user(text: string): void {
    this.endTurn();
    this.#turns.push(this.events.mark());
    this.events.user(text);
  }

  /** Goes back by some messages of the user: their calls were made, their texts are no replies. */
  rollBack(turns: number): void {
    this.endTurn();
    const [place] = this.#turns.splice(Math.max(0, this.#turns.length - turns));
    if (place) this.events.rewind(place, { abandoned: true });
  }

  /** Ends what the agent says: texts since the last call are final. */
  endTurn(): void {
    const texts = this.#texts;
    this.#texts = [];
    for (const { text, isRefusal } of texts) this.events.respond(text, isRefusal);
    if (texts.length > 0) this.#beginsReply = true;
  }

  /** Marks what the agent said since the last call as a refusal: the provider held the rest of the reply back. */
  markRefusal(): void {
    const text = this.#texts.pop()?.text ?? '';
    this.#texts.push({ text, isRefusal: true });
  }

  #beginReply(): void {
    if (this.#beginsReply) this.events.message();
    this.#beginsReply = false;
  }

  #call(item: Item, path: ValuePath, agent: string | undefined): void {
    const own = ownResult(item);
    const { key, ...called } = callOf(item);
    const argsPath = [...path, key];
    this.#requests.made(item);
    const told = this.#repeated.byItem(called);
    if (told) {
      this.events.restate(told.call, { ...called, argsPath, agent }, path);
      if (own && this.calls.waits(told.id)) this.calls.result({ id: told.id, ...own }, path);
      return;
    }
    this.#beginReply();
    this.#dropTexts();
    // a call that holds its result may have no id
    const call = { ...called, id: called.id ?? (own ? `#${path.join('.')}` : undefined) };
    this.calls.call({ ...call, argsPath, agent }, path);
    if (own) this.calls.result({ id: call.id, ...own }, path);
  }

  /** Takes a call that only an event tells of so far. It is no part of the reply around it, if there is one. */
  told(call: ForeignCall & { readonly id: string }, path: ValuePath): void {
    this.#dropTexts();
    this.events.message();
    this.#repeated.told(this.calls.call(call, path), call);
    this.#beginsReply = true;
  }

  /** Whether an event with this id has told of a call that was taken. */
  isTold(id: string): boolean {
    return this.#repeated.isTold(id);
  }

  /** Whether an event repeats the call of an item: one with its id, or one without an id to the same tool. */
  repeatsItem(id: string, tool: string | undefined): boolean {
    if (this.isTold(id)) return false;
    return this.calls.has(id) || this.#repeated.byEvent(id, tool);
  }

  /** Texts before a call are no replies. One of them may be a call itself. */
  #dropTexts(): void {
    for (const { text } of this.#texts) this.events.aside(text);
    this.#texts = [];
  }

  #result(item: Item, path: ValuePath): void {
    const { name, output, result } = item;
    const id = idOf({ ...item, id: undefined });
    const failed = id !== undefined && this.#failed.has(id);
    const error = id === undefined ? undefined : this.#failed.get(id);
    this.calls.result(
      {
        id,
        name: id === undefined && typeof name === 'string' ? name : undefined,
        is_error: failed || isFailed(item),
        result: output ?? result,
        ...(error !== undefined && { error }),
      },
      path,
    );
    this.#beginsReply = true;
  }

  /** Notes that a call failed whose result does not say so. */
  failed(id: string, error: unknown): void {
    this.#failed.set(id, error);
  }

  /** Whether a call with this id was taken, or the request to approve one. */
  knows(id: string): boolean {
    return this.calls.has(id) || this.#requests.has(id);
  }

  #other(item: Item, path: ValuePath): void {
    const named = typeof item.type === 'string' ? `items of type \`${item.type}\`` : 'items without a type';
    if (QUIET_ITEMS.has(item.type)) this.#context.notes.leaveOut(named, 'they hold no calls');
    else if (item.type === 'mcp_list_tools')
      this.events.leaveOut([...path, 'tools'], named, 'they hold no calls');
    else if (item.type === 'mcp_approval_request') {
      this.#requests.ask(item);
      this.events.leaveOut(path, named, 'an approved call has its own item');
    } else if (item.type === 'mcp_approval_response') {
      this.#requests.answer(item);
      this.#context.notes.leaveOut(named, 'they hold no calls');
    } else if (holdsNothing(item)) this.#context.notes.leaveOut(named, 'they hold nothing');
    else this.events.unread(named.replaceAll('`', ''));
  }

  finish(): ReadEvents & Pick<Cassette, 'system_prompt'> {
    this.endTurn();
    this.calls.noteLost();
    this.#requests.noteOpen(this.events);
    return {
      ...(this.#system.length > 0 && { system_prompt: this.#system.join('\n\n') }),
      ...this.events.finish(),
    };
  }
}

/** Whether an item has no keys but those that say when and where it was made. */
function holdsNothing(item: Item): boolean {
  return Object.keys(item).every((key) => QUIET_KEY.test(key) || /time|_at$|At$|^(call_)?id$/i.test(key));
}
