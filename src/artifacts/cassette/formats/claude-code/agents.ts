import { append } from '../../../../values/append.ts';
import { isObject } from '../../../../values/own-property.ts';
import type { EventReader } from '../../events/event-reader.ts';
import type { RecordedCall, Turn } from '../../model.ts';

/** The agent of rows that do not say which sub-agent they are from. */
export const SOME_AGENT = 'sub-agent';

/** The tools that start a sub-agent, in newer and older versions. */
const STARTERS: ReadonlySet<unknown> = new Set(['Agent', 'Task']);

interface Start {
  readonly call: RecordedCall;
  readonly kind: string | undefined;
}

/** Keeps account of the sub-agents of a session: which call started each, of which kind it is, and what it called. */
export class Agents {
  readonly #starts = new Map<string, Start>();
  /** The ids of the calls that started sub-agents, by the ids of these. */
  readonly #startOf = new Map<string, string>();
  /** The sub-agents with calls that the session says were made, by the ids of the calls that started them. */
  readonly #busy = new Map<string, string | undefined>();
  readonly #seen = new Set<string>();

  /** Takes a call, if it starts a sub-agent. */
  started(id: string, { name, input }: Readonly<Record<string, unknown>>, call: RecordedCall): void {
    if (!STARTERS.has(name)) return;
    const kind = isObject(input) ? (input.subagent_type ?? input.name) : undefined;
    this.#starts.set(id, { call, kind: typeof kind === 'string' && kind !== '' ? kind : undefined });
  }

  /** Notes which call started a sub-agent. */
  link(agent: unknown, startId: unknown): void {
    if (typeof agent === 'string' && typeof startId === 'string') this.#startOf.set(agent, startId);
  }

  /** Notes that rows of a sub-agent were read. */
  saw(agent: string): void {
    this.#seen.add(agent);
  }

  /** Takes what the session keeps of the result of a sub-agent: `{agentId, totalToolUseCount}`. */
  ended(startId: unknown, result: unknown): void {
    if (!isObject(result) || typeof startId !== 'string') return;
    const { agentId, totalToolUseCount } = result;
    this.link(agentId, startId);
    if (typeof totalToolUseCount === 'number' && totalToolUseCount > 0) {
      this.#busy.set(startId, typeof agentId === 'string' ? agentId : undefined);
    }
  }

  /** Notes the sub-agents that called tools and of which nothing was read. */
  noteLost(events: EventReader): void {
    for (const [startId, agent] of this.#busy) {
      const isSeen =
        this.#seen.has(SOME_AGENT) || this.#seen.has(startId) || this.#seen.has(agent ?? startId);
      if (!isSeen) events.unread(agent ?? startId, 'lost-agent');
    }
  }

  /** Adds the calls of the files of sub-agents, each after the call that started it. */
  merge(turns: readonly Turn[], files: readonly { agent: string; calls: readonly RecordedCall[] }[]): Turn[] {
    const merged = turns.map((turn) => ({ ...turn, tool_calls: [...turn.tool_calls] }));
    let waiting = files.filter(({ calls }) => calls.length > 0);
    // a sub-agent may start another
    for (let before = -1; waiting.length !== before; ) {
      before = waiting.length;
      waiting = waiting.filter(({ agent, calls }) => {
        const start = this.#starts.get(this.#startOf.get(agent) ?? '')?.call;
        const turn = start && merged.find(({ tool_calls }) => tool_calls.includes(start));
        if (!start || !turn) return true;
        turn.tool_calls.splice(turn.tool_calls.indexOf(start) + 1, 0, ...calls);
        return false;
      });
    }
    const rest = waiting.flatMap(({ calls }) => calls);
    if (rest.length > 0) {
      const last = merged.at(-1);
      if (last) append(last.tool_calls, rest);
      else merged.push({ tool_calls: rest });
    }
    return merged.map((turn) => ({ ...turn, tool_calls: turn.tool_calls.map((call) => this.#named(call)) }));
  }

  /** Names the agent of a call by its kind, such as `code-reviewer`: ids differ in every run. */
  #named(call: RecordedCall): RecordedCall {
    if (call.agent === undefined) return call;
    const start = this.#starts.get(this.#startOf.get(call.agent) ?? call.agent);
    return start?.kind === undefined ? call : { ...call, agent: start.kind };
  }
}
