import { isObject } from '../../../../values/own-property.ts';
import type { Notes } from '../../events/notes.ts';
import { sumUsage, toMicros } from '../../events/usage.ts';
import type { Usage } from '../../model.ts';
import type { Conversation } from './conversation.ts';
import type { Tokens } from './tokens.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * The row that ends the output of a run: `{type: result, subtype, result, is_error, total_cost_usd, usage,
 * permission_denials}`. A run that is given several messages has one for each; cost adds up from row to row there.
 */
export class RunResult {
  readonly #conversation: Conversation;
  readonly #tokens: Tokens;
  readonly #notes: Notes;
  /** The usage of each row. */
  readonly #usages: (Usage | undefined)[] = [];
  readonly #costs = new Map<unknown, number>();
  #turns = 0;
  #text: string | undefined;

  constructor(conversation: Conversation, tokens: Tokens, notes: Notes) {
    this.#conversation = conversation;
    this.#tokens = tokens;
    this.#notes = notes;
  }

  /** @returns false when the row is of another kind with the same type */
  take(row: Row, index: number, hasReplies: boolean): boolean {
    const { subtype, result, is_error, total_cost_usd, session_id, num_turns, permission_denials, usage } =
      row;
    if (typeof subtype !== 'string' && typeof is_error !== 'boolean' && typeof result !== 'string')
      return false;
    const { events } = this.#conversation;
    this.#usages.push(this.#tokens.read(usage));
    if (typeof total_cost_usd === 'number') {
      const cost = toMicros(total_cost_usd, [index, 'total_cost_usd'], events.faults);
      if (cost !== undefined) this.#costs.set(session_id, cost);
    }
    if (is_error === true || (typeof subtype === 'string' && subtype.startsWith('error'))) {
      this.#notes.add('ended-in-error', typeof subtype === 'string' ? subtype : 'is_error');
    }
    if (typeof num_turns === 'number') this.#turns += num_turns;
    if (typeof result === 'string' && !hasReplies) this.#text = result;
    for (const [at, denial] of (Array.isArray(permission_denials) ? permission_denials : []).entries()) {
      if (!isObject(denial)) continue;
      const { tool_use_id: id, tool_name: name, tool_input: input } = denial;
      const path = [index, 'permission_denials', at];
      this.#conversation.denied(
        typeof id === 'string' ? id : undefined,
        { name, input },
        [...path, 'tool_input'],
        path,
      );
    }
    return true;
  }

  /** Takes the result as the reply of a run whose replies are not recorded. */
  end(hasReplies: boolean): void {
    if (this.#text === undefined) return;
    const { events } = this.#conversation;
    // only the result is recorded of a run that took several turns, so there were calls
    if (this.#turns > 1) events.unread('a result without the messages of its run');
    if (hasReplies) return;
    events.message();
    events.respond(this.#text);
  }

  /** The tokens of the run; undefined when a row does not state them. */
  get usage(): Usage | undefined {
    const stated = this.#usages.filter((usage) => usage !== undefined);
    return stated.length === this.#usages.length && stated.length > 0 ? sumUsage(stated) : undefined;
  }

  /** The cost of the run, in micro-dollars. */
  get cost(): number | undefined {
    if (this.#costs.size === 0) return undefined;
    return [...this.#costs.values()].reduce((total, cost) => total + cost, 0);
  }
}
