import type { RecordedCall, Turn } from '../model.ts';

/** A call as it occurs in a recording, before its result. */
export interface MetCall {
  readonly id?: string | undefined;
  readonly name: string;
  readonly server?: string | undefined;
  readonly args: Readonly<Record<string, unknown>>;
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

interface OpenCall {
  readonly call: { -readonly [K in keyof RecordedCall]: RecordedCall[K] };
  isAnswered: boolean;
}

/** Calls that wait for their results, in order. */
class Queue {
  readonly #calls: OpenCall[] = [];
  #at = 0;

  push(call: OpenCall): void {
    this.#calls.push(call);
  }

  /** The first call that still waits. */
  get first(): OpenCall | undefined {
    while (this.#calls[this.#at]?.isAnswered) this.#at++;
    return this.#calls[this.#at];
  }

  /** All calls that still wait. */
  get all(): OpenCall[] {
    return this.#calls.slice(this.#at).filter(({ isAnswered }) => !isAnswered);
  }
}

/**
 * Builds turns from the events of a recording, in order. A turn ends with its final response; the events after the last
 * one form a last turn without a response.
 *
 * Ids of calls repeat in real recordings, so a result goes to the first of these calls that still waits: a call with its
 * id since the last text; a call with its id before that; any call since the last text. If that call is to another tool
 * than the result names, the recording contradicts itself.
 */
export class TurnBuilder {
  readonly #turns: Turn[] = [];
  #user: string | undefined;
  #calls: RecordedCall[] = [];
  #openCalls = 0;
  #waiting = new Queue();
  #waitingById = new Map<string, Queue>();
  readonly #overdueById = new Map<string, Queue>();

  /** The number of calls without a result so far. */
  get openCalls(): number {
    return this.#openCalls;
  }

  user(text: string): void {
    this.#user = this.#user === undefined ? text : `${this.#user}\n\n${text}`;
    this.#endWaiting();
  }

  call({ id, name, server, args }: MetCall): void {
    const call = { name, ...(server !== undefined && { server }), args, is_error: false };
    const open = { call, isAnswered: false };
    this.#calls.push(call);
    this.#openCalls++;
    this.#waiting.push(open);
    if (id !== undefined) queueOf(this.#waitingById, id).push(open);
  }

  /** Gives a result to its call. */
  result({ id, name, is_error, result, error }: MetResult): Pairing {
    const withId = id === undefined ? undefined : this.#withId(id);
    const open = withId ?? this.#waiting.first;
    if (!open) return 'no call';
    if (name !== undefined && name !== open.call.name) {
      // if no call has the id of the result, its call may have been cut out of the recording
      return id !== undefined && !withId ? 'no call' : { answers: open.call.name };
    }
    open.isAnswered = true;
    this.#openCalls--;
    open.call.is_error = is_error;
    if (result !== undefined && result !== null) open.call.result = result;
    if (error !== undefined) open.call.error = error;
    return 'given';
  }

  #withId(id: string): OpenCall | undefined {
    return this.#waitingById.get(id)?.first ?? this.#overdueById.get(id)?.first;
  }

  respond(text: string): void {
    this.#turns.push({ ...this.#begun(), final_response: text });
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
    for (const [id, queue] of this.#waitingById) {
      for (const open of queue.all) queueOf(this.#overdueById, id).push(open);
    }
    this.#waiting = new Queue();
    this.#waitingById = new Map();
  }
}

function queueOf(queues: Map<string, Queue>, id: string): Queue {
  let queue = queues.get(id);
  if (!queue) {
    queue = new Queue();
    queues.set(id, queue);
  }
  return queue;
}
