import type { ValuePath } from '../../../../diagnostic.ts';
import type { SourceDocument } from '../../../../documents/source-document.ts';
import { isObject } from '../../../../values/own-property.ts';
import { isSet } from '../../events/answer.ts';
import { EventReader } from '../../events/event-reader.ts';
import { refuseHiddenReply } from '../../events/hidden-reply.ts';
import { readUsage } from '../../events/read-usage.ts';
import type { ReadingContext } from '../../events/reading-context.ts';
import { sumOfReplies, toMicros, withoutCache } from '../../events/usage.ts';
import type { Cassette, Usage } from '../../model.ts';

/** An event as it was written. */
export type Raw = Readonly<Record<string, unknown>>;

/** Reads the events of one generation of OpenHands. */
export interface EventTaker {
  take(event: Raw, path: ValuePath): void;
}

/** A reply of a model, from which several events may come. */
interface Reply {
  readonly id: string | undefined;
  readonly response?: Raw | undefined;
}

/** Keys of an event that hold neither calls nor replies. */
const QUIET_KEYS =
  /^(id|kind|source|timestamp|cause|action|timeout|message|args|tool_call_metadata|llm_.*|metadata|sender|extended_content|activated_.*|critic_.*|security_risk|parent_id|response_id|image_urls|file_urls|wait_for_response)$/;

/** What the events of OpenHands have in common: the calls of the agent, its replies, and the counts of its model. */
export class OpenHandsRun {
  readonly events: EventReader;
  readonly #context: ReadingContext;
  readonly #waiting = new Set<string>();
  readonly #system: string[] = [];
  readonly #usages = new Map<string, Usage | undefined>();
  readonly #models = new Set<string>();
  #calls = 0;
  #answers = 0;
  #lastReply: string | undefined;
  #totals: { readonly usage?: Usage | undefined; readonly cost?: number | undefined } = {};
  #recordedAt: string | undefined;

  constructor(document: SourceDocument, context: ReadingContext) {
    this.#context = context;
    this.events = new EventReader(document, context);
  }

  /** Takes facts of any event: its time, and the counts of the run so far. */
  note({ timestamp, llm_metrics: metrics }: Raw, path: ValuePath): void {
    if (typeof timestamp === 'string') this.#recordedAt ??= timestamp;
    if (isObject(metrics)) this.totals(metrics, [...path, 'llm_metrics']);
  }

  /** Takes the counts of a whole run, or of a run so far. The input includes the cached tokens. */
  totals(metrics: Raw, path: ValuePath): void {
    const { accumulated_cost: cost, accumulated_token_usage: counts } = metrics;
    const at = [...path, 'accumulated_cost'];
    this.#totals = {
      usage: isObject(counts) ? this.#accumulated(counts, path) : this.#totals.usage,
      cost: typeof cost === 'number' ? toMicros(cost, at, this.events.faults) : this.#totals.cost,
    };
  }

  #accumulated(counts: Raw, path: ValuePath): Usage | undefined {
    const count = (key: string) => (typeof counts[key] === 'number' ? counts[key] : undefined);
    const [input, output] = [count('prompt_tokens'), count('completion_tokens')];
    if (input === undefined || output === undefined) {
      this.#context.notes.add('unknown-usage', Object.keys(counts).slice(0, 4).join(', '));
      return undefined;
    }
    // nothing was counted
    if (input === 0 && output === 0) return undefined;
    if (typeof counts.model === 'string' && counts.model !== '') this.model(counts.model);
    const [read, written] = [count('cache_read_tokens'), count('cache_write_tokens')];
    return withoutCache({ input, output, read, written }, path, this.events.faults);
  }

  model(name: unknown): void {
    if (typeof name === 'string' && name !== '' && name !== 'default') this.#models.add(name);
  }

  system(text: string): void {
    if (text !== '') this.#system.push(text);
  }

  user(text: string): void {
    this.events.user(text);
  }

  /** Notes that an action was read that is no call of a tool. */
  read(path: ValuePath): void {
    this.#context.ledger.call(path, [...path, 'args']);
  }

  /** Takes a message of the agent, in an event of its own. */
  reply(text: string, path: ValuePath, event: Raw): void {
    if (text === '') {
      const { faults } = this.events;
      refuseHiddenReply(event, (key) => QUIET_KEYS.test(key), 'the content of a message', path, faults);
    }
    this.events.message();
    this.#lastReply = undefined;
    this.#usages.set(`message ${this.#usages.size}`, undefined);
    this.events.respond(text);
  }

  respond(text: string): void {
    this.events.respond(text);
  }

  /** Begins the calls of a reply. Events that come from one reply of the model ran in parallel. */
  beginReply({ id, response }: Reply): void {
    if (id === undefined || id !== this.#lastReply) this.events.message();
    this.#lastReply = id;
    const key = id ?? `reply ${this.#usages.size}`;
    if (this.#usages.has(key)) return;
    this.model(response?.model);
    const place = { path: [], faults: this.events.faults, notes: this.#context.notes };
    this.#usages.set(key, isSet(response?.usage) ? readUsage(response?.usage, place) : undefined);
  }

  call(call: Parameters<EventReader['call']>[0], path: ValuePath): void {
    this.#calls++;
    if (call.id !== undefined) this.#waiting.add(call.id);
    this.events.call(call, path);
  }

  /** Whether a call, or any, waits for its answer. */
  waits(id?: string): boolean {
    return id === undefined ? this.#calls > this.#answers : this.#waiting.has(id);
  }

  /** Whether a call without an id waits for its answer. */
  waitsWithoutId(): boolean {
    return this.#calls - this.#answers > this.#waiting.size;
  }

  result(result: Parameters<EventReader['result']>[0], path: ValuePath): void {
    this.#answers++;
    if (result.id !== undefined) this.#waiting.delete(result.id);
    this.events.result(result, path);
  }

  /** Ends a call that ends the run, and so has no answer. */
  end(id: string | undefined): void {
    this.#answers++;
    if (id !== undefined) this.#waiting.delete(id);
    this.events.result({ id, is_error: false }, undefined);
  }

  /** Takes an event that is neither an action nor an observation. With arguments it may be one under another key. */
  unknown(event: Raw, path: ValuePath): void {
    if (isSet(event.args) || isSet(event.cause)) {
      const problem = `has \`${isSet(event.args) ? 'args' : 'cause'}\`, but neither an \`action\` nor an \`observation\``;
      this.events.faults.add(path, problem);
    } else this.leaveOut(path, 'events without an action or an observation', event);
  }

  /** @param event what to keep open, so that calls in it are found; undefined closes the part */
  leaveOut(path: ValuePath, what: string, event: Raw | undefined): void {
    if (event === undefined)
      this.events.leaveOut(path, what, 'they are neither calls nor replies of the agent');
    else this.#context.notes.leaveOut(what, 'they are neither calls nor replies of the agent');
  }

  finish(): Cassette {
    const usage = this.#totals.usage ?? sumOfReplies([...this.#usages.values()], this.#context.notes);
    const [model, ...others] = this.#models;
    return {
      ...(model !== undefined && others.length === 0 && { model }),
      ...(this.#system.length > 0 && { system_prompt: this.#system.join('\n\n') }),
      ...(this.#recordedAt !== undefined && { recorded_at: this.#recordedAt }),
      ...this.events.finish(),
      ...(usage && { usage }),
      ...(this.#totals.cost !== undefined && { cost_micros: this.#totals.cost }),
    };
  }
}

/** The text under a key; empty when there is none. */
export function textAt(object: Raw, key: string): string {
  const value = object[key];
  return typeof value === 'string' ? value : '';
}
