import { Queues } from '../events/queues.ts';
import { argsKey, type Call, toolOf } from './call.ts';
import type { ToolRun } from './span.ts';
import type { SpokenAnswer } from './spoken.ts';

/** The key of a queue: what its calls have in common. */
function keyOf(...parts: readonly (string | null | undefined)[]): string {
  // a missing id or name differs from any text
  return JSON.stringify(parts);
}

/**
 * Finds the call that an answer or the span of a tool belongs to, among the calls that have none yet. A long trace has
 * thousands of calls, so each is found by what is known of it, without asking the others.
 */
export class WaitingCalls {
  readonly #unanswered = new Queues<Call>(({ answer }) => !answer);
  readonly #notRun = new Queues<Call>(({ hasRun }) => !hasRun);

  add(call: Call): void {
    const { id, name, args } = call;
    this.#unanswered.push('', call);
    this.#unanswered.push(keyOf('name', name), call);
    if (id !== undefined) {
      this.#unanswered.push(keyOf('id', id), call);
      this.#unanswered.push('with id', call);
    }
    if (call.hasRun) return;
    const { tool } = toolOf(name);
    const ofArgs = argsKey(args);
    for (const kind of id === undefined ? ['any', 'nameless'] : ['any']) {
      this.#notRun.push(keyOf(kind, tool), call);
      this.#notRun.push(keyOf(kind, tool, ofArgs), call);
    }
    if (id !== undefined) this.#notRun.push(keyOf('id', tool, id), call);
  }

  /** The call of an answer: the one with its id; if there are no ids, the first to its tool. */
  ofAnswer({ id, name }: SpokenAnswer): Call | undefined {
    const byId = id === undefined ? undefined : this.#unanswered.first(keyOf('id', id));
    if (byId) return byId;
    if (id !== undefined && this.#unanswered.first('with id')) return undefined;
    const byName = this.#unanswered.first(keyOf('name', name));
    return byName ?? (name === undefined ? this.#unanswered.first('') : undefined);
  }

  /** The call of a span: the one with its id; if one of them has no id, the first with its arguments, or to its tool. */
  ofRun({ id, name, args }: ToolRun): Call | undefined {
    const { tool } = toolOf(name);
    const byId = id === undefined ? undefined : this.#notRun.first(keyOf('id', tool, id));
    if (byId) return byId;
    const kind = id === undefined ? 'any' : 'nameless';
    return this.#notRun.first(keyOf(kind, tool, argsKey(args))) ?? this.#notRun.first(keyOf(kind, tool));
  }
}
