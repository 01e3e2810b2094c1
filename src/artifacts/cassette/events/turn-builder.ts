import type { RecordedCall, Turn } from '../model.ts';
import { Queues } from './queues.ts';

/** A call as it occurs in a recording, before its result. */
export interface MetCall {
  readonly id?: string | undefined;
  readonly name: string;
  readonly server?: string | undefined;
  readonly args: Readonly<Record<string, unknown>>;
  readonly raw_args?: string | undefined;
  readonly agent?: string | undefined;
  readonly abandoned?: true | undefined;
  readonly parallel?: number | undefined;
}

/** A result as it occurs in a recording. */
export interface MetResult {
  readonly id?: string | undefined;
  /** The tool that the result names. */
  readonly name?: string | undefined;
  readonly is_error: boolean;
  readonly result?: unknown;
  /** As in `ToolCall`. */
  readonly error?: unknown;
}

/**
 * The outcome of a result: it was given to its call; no call waits for it; or it names another tool than the call that
 * it answers.
 */
export type Pairing = 'given' | 'no call' | { readonly answers: string };

type Writable<T> = { -readonly [K in keyof T]: T[K] };

interface OpenCall {
  readonly call: Writable<RecordedCall>;
  isAnswered: boolean;
}

/** A place among the events of a run, to which {@link TurnBuilder.rewind} goes back. */
export interface Mark {
  readonly turns: number;
  readonly calls: number;
  readonly user: string | undefined;
}

function waitingCalls(): Queues<OpenCall> {
  return new Queues(({ isAnswered }) => !isAnswered);
}

/**
 * Builds turns from the events of a recording, in order. A turn ends with its final response; the events after the last
 * one form a last turn without a response.
 *
 * Ids of calls repeat in real recordings, so a result goes to the first of these calls that still waits: a call with its
 * id since the last text; a call with its id before that; a call to the tool that it names since the last text; any call
 * since the last text. If that call is to another tool than the result names, the recording contradicts itself. A result
 * may precede its call: then they share an id, with no text between them.
 */
export class TurnBuilder {
  readonly #turns: Turn[] = [];
  #user: string | undefined;
  #calls: RecordedCall[] = [];
  readonly #open = new Set<OpenCall>();
  /** The calls since the last text. */
  #waiting = waitingCalls();
  #waitingById = waitingCalls();
  #waitingByName = waitingCalls();
  readonly #overdueById = waitingCalls();
  /** Calls that only their result names so far, by id. */
  #early = new Map<string, OpenCall>();

  /** The calls without a result so far. */
  get openCalls(): readonly Writable<RecordedCall>[] {
    return [...this.#open].map(({ call }) => call);
  }

  user(text: string): void {
    this.#user = this.#user === undefined ? text : `${this.#user}\n\n${text}`;
    this.#endWaiting();
  }

  /** @returns the call, which the caller may complete until the turn ends */
  call(met: MetCall): Writable<RecordedCall> {
    const { id } = met;
    const early = id === undefined ? undefined : this.#early.get(id);
    if (id !== undefined && early && early.call.name === met.name) {
      this.#early.delete(id);
      const { is_error, result, error } = early.call;
      return Object.assign(early.call, toCall(met), answer(is_error, result, error));
    }
    const call = toCall(met);
    const open = { call, isAnswered: false };
    this.#calls.push(call);
    this.#open.add(open);
    this.#waiting.push('', open);
    this.#waitingByName.push(call.name, open);
    if (id !== undefined) this.#waitingById.push(id, open);
    return call;
  }

  /** Gives a result to its call. */
  result(met: MetResult): Pairing {
    const { id, name } = met;
    const withId = id === undefined ? undefined : this.#withId(id);
    const waiting = name === undefined ? undefined : this.#waitingByName.first(name);
    const open = withId ?? waiting ?? this.#waiting.first('');
    if (!open) return 'no call';
    if (name !== undefined && name !== open.call.name) {
      // if no call has the id of the result, its call may have been cut out of the recording
      return id !== undefined && !withId ? 'no call' : { answers: open.call.name };
    }
    this.#settle(open, met);
    return 'given';
  }

  /** Takes a result whose call is not recorded, or not yet: as a call to the tool that it names, without arguments. */
  resultAlone(met: MetResult & { readonly name: string }): void {
    const open = { call: toCall({ name: met.name, args: {} }), isAnswered: true };
    this.#calls.push(open.call);
    this.#settle(open, met);
    if (met.id !== undefined) this.#early.set(met.id, open);
  }

  #settle(open: OpenCall, { is_error, result, error }: MetResult): void {
    open.isAnswered = true;
    this.#open.delete(open);
    Object.assign(open.call, answer(is_error, result, error));
  }

  #withId(id: string): OpenCall | undefined {
    return this.#waitingById.first(id) ?? this.#overdueById.first(id);
  }

  /** The place after the events so far. */
  mark(): Mark {
    return { turns: this.#turns.length, calls: this.#calls.length, user: this.#user };
  }

  /**
   * Goes back to a place: texts since then are dropped. Calls since then were made, so they stay, with these facts, as
   * calls of the turn that goes on there.
   */
  rewind(mark: Mark, facts: Pick<RecordedCall, 'abandoned' | 'agent'>): void {
    const [first, ...others] = [...this.#turns.splice(mark.turns), { tool_calls: this.#calls }];
    const since = [first?.tool_calls.slice(mark.calls), ...others.map(({ tool_calls }) => tool_calls)];
    const calls = since.flatMap((some) => some ?? []);
    for (const call of calls) Object.assign(call, facts);
    this.#calls = [...(first?.tool_calls.slice(0, mark.calls) ?? []), ...calls];
    this.#user = mark.user;
  }

  respond(text: string, isRefusal: boolean): void {
    this.#turns.push({
      ...this.#begun(),
      ...(text !== '' && { final_response: text }),
      ...(isRefusal && { refused: true }),
    });
    this.#user = undefined;
    this.#calls = [];
    this.#endWaiting();
  }

  finish(): Turn[] {
    if (this.#user !== undefined || this.#calls.length > 0) this.#turns.push(this.#begun());
    return this.#turns;
  }

  #begun(): Turn {
    return { ...(this.#user !== undefined && { user: this.#user }), tool_calls: this.#calls };
  }

  #endWaiting(): void {
    for (const [id, open] of this.#waitingById.waiting()) this.#overdueById.push(id, open);
    this.#waiting = waitingCalls();
    this.#waitingById = waitingCalls();
    this.#waitingByName = waitingCalls();
    this.#early = new Map();
  }
}

function toCall({
  name,
  server,
  args,
  raw_args,
  agent,
  abandoned,
  parallel,
}: MetCall): Writable<RecordedCall> {
  return {
    name,
    ...(server !== undefined && { server }),
    args,
    ...(raw_args !== undefined && { raw_args }),
    is_error: false,
    ...(abandoned && { abandoned }),
    ...(agent !== undefined && { agent }),
    ...(parallel !== undefined && { parallel }),
  };
}

function answer(is_error: boolean, result: unknown, error: unknown) {
  return {
    is_error,
    ...(result !== undefined && result !== null && { result }),
    ...(error !== undefined && { error }),
  };
}
