import type { ValuePath } from '../../../../diagnostic.ts';
import type { SourceDocument } from '../../../../documents/source-document.ts';
import { isObject } from '../../../../values/own-property.ts';
import { scalarText } from '../../../../values/scalar-text.ts';
import { answerOf, isSet } from '../../events/answer.ts';
import { EventReader } from '../../events/event-reader.ts';
import { holdsSomething } from '../../events/hidden-reply.ts';
import type { ReadingContext } from '../../events/reading-context.ts';
import { withoutCache } from '../../events/usage.ts';
import type { Cassette, Usage } from '../../model.ts';
import type { RowFormat, RowReader } from '../row-format.ts';

type Row = Readonly<Record<string, unknown>>;

/** Reads what `codex exec --json` prints: events of one run, whose items are messages and calls. */
export const codexExecFormat: RowFormat = {
  name: 'Codex exec events',
  programs: '[Codex](https://github.com/openai/codex) with `exec --json`, read from 0.171.0',
  recognisedBy: 'rows of `type` `thread.started` with a `thread_id`, or `item.…` with an `item`',
  from: '`codex exec --json … > run.jsonl`; what the user said, and calls of tools that do not exist, are not in it',
  failed:
    'the `status` of its item is `failed` or `declined`, its `exit_code` is not 0, or there is an `error`',
  leavesOut: 'reasoning, plans, lists of things to do, warnings',
  claims: ({ type, thread_id, item }) =>
    typeof type === 'string' &&
    ((type === 'thread.started' && typeof thread_id === 'string') ||
      (ITEM_EVENT.test(type) && isObject(item) && typeof item.type === 'string')),
  open: (document, context) => new ExecReader(document, context),
};

/** Events that hold neither calls nor replies. */
const KNOWN_EVENTS: ReadonlySet<unknown> = new Set(['thread.started', 'error']);

/** Whether a value may hold an item. */
function holdsSomethingElse(value: unknown): boolean {
  return typeof value === 'object' && holdsSomething(value);
}

const ITEM_EVENT = /^item\.(started|updated|completed)$/;

/** Items that hold neither calls nor replies. */
const QUIET_ITEMS: ReadonlySet<unknown> = new Set(['reasoning', 'plan', 'todo_list', 'error']);

/** The keys that are the arguments of each kind of call, unless the item has them under `arguments`. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  command_execution: ['command'],
  file_change: ['changes'],
  web_search: ['query', 'action'],
  collab_tool_call: ['prompt', 'receiver_thread_ids'],
  mcp_tool_call: [],
};

class ExecReader implements RowReader {
  readonly #events: EventReader;
  readonly #context: ReadingContext;
  /** The ids of calls that have begun, and whether they have ended. */
  readonly #calls = new Map<string, 'open' | 'done'>();
  /** Texts since the last call of the turn: the reply, unless another call follows. */
  #texts: string[] = [];
  #isTurn = false;
  #usage: Usage | undefined;

  constructor(document: SourceDocument, context: ReadingContext) {
    this.#events = new EventReader(document, context);
    this.#context = context;
  }

  take(row: Row, index: number): void {
    const { type, item } = row;
    if (typeof type === 'string' && ITEM_EVENT.test(type)) {
      this.#isTurn = true;
      if (isObject(item) && typeof item.id === 'string') this.#item(item, item.id, type, [index, 'item']);
      else this.#events.faults.add([index], 'is an event without an `item` that has an `id`');
    } else if (type === 'turn.started') {
      this.#endTurn();
      this.#isTurn = true;
    } else if (type === 'turn.completed') {
      this.#endTurn();
      this.#usage = this.#used(row.usage, [index, 'usage']) ?? this.#usage;
    } else if (type === 'turn.failed') {
      this.#endTurn();
      const { error } = row;
      const said = isObject(error) && typeof error.message === 'string' ? error.message : 'unknown';
      this.#context.notes.add('ended-in-error', said);
    } else
      this.#other(
        `events of type ${scalarText(type)}`,
        [index],
        KNOWN_EVENTS.has(type) || (typeof type === 'string' && !Object.values(row).some(holdsSomethingElse)),
      );
  }

  #item(item: Row, id: string, type: string, path: ValuePath): void {
    const kind = scalarText(item.type);
    if (kind === 'agent_message') {
      if (type !== 'item.completed') return;
      if (typeof item.text !== 'string') this.#events.faults.add(path, 'is a message without `text`');
      else this.#texts.push(item.text);
    } else if (Object.hasOwn(ARGUMENTS, kind)) this.#call(item, kind, id, type, path);
    else {
      // a warning about the settings comes before the first turn
      if (kind === 'error' && this.#calls.size === 0 && this.#texts.length === 0) this.#isTurn = false;
      this.#other(`items of type ${kind}`, path, QUIET_ITEMS.has(kind));
    }
  }

  /** Takes the beginning or the end of a call; of a call that is short, or of a change of files, there is only the end. */
  #call(item: Row, kind: string, id: string, type: string, path: ValuePath): void {
    const state = this.#calls.get(id);
    const argsPath = [...path, ARGUMENTS[kind]?.[0] ?? 'arguments'];
    if (state === undefined) this.#begin(item, kind, id, path, argsPath);
    else this.#context.ledger.call(path, argsPath);
    const isOpen = item.status === 'in_progress' || type === 'item.started';
    if (isOpen || state === 'done') return;
    const { is_error, ...answer } = outcomeOf(item);
    this.#events.result({ id, is_error, ...answer }, path);
    this.#calls.set(id, 'done');
  }

  #begin(item: Row, kind: string, id: string, path: ValuePath, argsPath: ValuePath): void {
    this.#texts = [];
    // calls that begin before another has ended are of one reply
    if (![...this.#calls.values()].includes('open')) this.#events.message();
    const { tool, server } = item;
    const keys = ARGUMENTS[kind] ?? [];
    const [first] = keys;
    if (first !== undefined && item[first] === undefined)
      this.#events.faults.add(path, `is a call without \`${first}\``);
    const args = Object.fromEntries(keys.flatMap((key) => (isSet(item[key]) ? [[key, item[key]]] : [])));
    const isNamed = kind === 'mcp_tool_call' || kind === 'collab_tool_call';
    const call = {
      id,
      name: isNamed ? (typeof tool === 'string' ? tool : undefined) : kind,
      server: typeof server === 'string' ? server : undefined,
      args: kind === 'mcp_tool_call' ? item.arguments : args,
      argsPath,
    };
    this.#events.call(call, path);
    this.#calls.set(id, 'open');
  }

  /** @param isKnown whether it holds neither calls nor replies: an item of an unknown type may be either */
  #other(what: string, path: ValuePath, isKnown: boolean): void {
    if (!isKnown || this.#context.ledger.unread().length > 0) this.#events.unread(what);
    this.#events.leaveOut(path, what, 'they hold no messages');
  }

  #endTurn(): void {
    if (this.#isTurn) {
      if (this.#texts.length > 0) this.#events.message();
      this.#events.respond(this.#texts.join('\n\n'));
    }
    this.#texts = [];
    this.#isTurn = false;
  }

  /** The counts of the whole thread so far. The input includes the cached tokens, the output those of reasoning. */
  #used(usage: unknown, path: ValuePath): Usage | undefined {
    if (!isSet(usage)) return undefined;
    const count = (key: string) =>
      isObject(usage) && typeof usage[key] === 'number' ? usage[key] : undefined;
    const [input, output] = [count('input_tokens'), count('output_tokens')];
    if (input === undefined || output === undefined) {
      this.#context.notes.add('unknown-usage', isObject(usage) ? Object.keys(usage).join(', ') : 'usage');
      return undefined;
    }
    const counts = { input, output, read: count('cached_input_tokens') };
    return withoutCache(counts, path, this.#events.faults);
  }

  finish(): readonly Cassette[] {
    this.#endTurn();
    return [{ ...this.#events.finish(), ...(this.#usage && { usage: this.#usage }) }];
  }
}

/** Whether a call that has ended failed, and what it answered. */
function outcomeOf({ status, exit_code, error, result, aggregated_output }: Row) {
  const isFlagged = isObject(result) && (result.is_error === true || result.isError === true);
  const isExit = typeof exit_code === 'number' && exit_code !== 0;
  const is_error = status === 'failed' || status === 'declined' || isExit || isSet(error) || isFlagged;
  const said = isObject(error) && typeof error.message === 'string' ? error.message : error;
  return { is_error, ...answerOf(result ?? aggregated_output, said) };
}
