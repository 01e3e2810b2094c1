import type { SchedulerClock } from '../time/scheduler-clock.ts';
import type { BudgetExhausted, CallBudget } from './call-budget.ts';
import type { ExecutionDecision } from './decide.ts';
import { Pace } from './pace.ts';

/** How a run makes its calls. Source: "Policy knobs and defaults" of the execution safety policy. */
export interface ExecutionKnobs {
  /** Lets destructive tools run, once. */
  readonly executeDestructive: boolean;
  /** How many calls in all; undefined is no limit. */
  readonly maxCalls: number | undefined;
  /** How many calls may be in flight at once, 1 or more. */
  readonly concurrency: number;
  /** Milliseconds between HTTP calls: from when one has arrived at the server, see `arrival`, to the start of the next. */
  readonly callDelay: number;
}

/** The defaults of the source text. */
export const DEFAULT_KNOBS: ExecutionKnobs = {
  executeDestructive: false,
  maxCalls: undefined,
  concurrency: 2,
  callDelay: 100,
};

/** How long a request may be on its way to a server, in milliseconds; on a busy machine it takes tens of them. */
export const ARRIVAL = 500;

/** A call that somebody would like to make. */
export interface PlannedCall<T> {
  readonly tool: string;
  readonly decision: ExecutionDecision;
  readonly execute: () => Promise<T>;
}

/** What became of a planned call. */
export type CallOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Nothing was called: the policy forbids it, the one call has been made, or the budget is spent. */
  | {
      readonly kind: 'skipped';
      readonly because: ExecutionDecision | { readonly kind: 'AlreadyCalled' } | BudgetExhausted;
    };

/** What a scheduler makes its calls with. */
export interface SchedulerOptions {
  readonly budget: CallBudget;
  /** How many calls may be in flight at once; 2 when left out. */
  readonly concurrency?: number;
  /** Milliseconds between calls; 100 when left out. 0 where the target is not reached over HTTP. */
  readonly callDelay?: number;
  /**
   * How long a call may be on its way, in milliseconds: so long the next one waits for its answer before the delay begins.
   * 0 when left out: the delay is then from start to start, and the server may see a little less. {@link ARRIVAL} is what
   * `mcptest probe` takes.
   */
  readonly arrival?: number;
  readonly clock: SchedulerClock;
}

/**
 * Makes planned calls, and is the last gate before each of them: what is not allowed to run does not, what may run once
 * runs once, whoever planned it twice. Calls start in the order in which they are given. When the budget ends nothing
 * more is started, and what is in flight is waited for.
 * Source: "Policy knobs and defaults" of the execution safety policy.
 */
export class Scheduler {
  readonly #budget: CallBudget;
  readonly #concurrency: number;
  readonly #calledOnce = new Set<string>();
  readonly #pace: Pace;

  /** @throws RangeError on a concurrency, delay or arrival that is none */
  constructor(options: SchedulerOptions) {
    const { concurrency = DEFAULT_KNOBS.concurrency, callDelay = DEFAULT_KNOBS.callDelay } = options;
    const { budget, clock, arrival = 0 } = options;
    if (!(Number.isInteger(concurrency) && concurrency >= 1)) {
      throw new RangeError(`concurrency must be a whole number, 1 or more, found ${concurrency}`);
    }
    for (const [name, time] of [
      ['the delay between calls', callDelay],
      ['the arrival of a call', arrival],
    ] as const) {
      if (!(time >= 0)) throw new RangeError(`${name} must be 0 or more, found ${time}`);
    }
    this.#budget = budget;
    this.#concurrency = concurrency;
    this.#pace = new Pace(callDelay, arrival, clock);
  }

  /** The outcomes, in the order of the calls. Never rejects: a call that fails is an outcome. */
  async run<T>(calls: readonly PlannedCall<T>[]): Promise<CallOutcome<T>[]> {
    return this.#run(calls, this.#concurrency);
  }

  /** The same, one call at a time: what changes something is not done while something else is. */
  async runSerially<T>(calls: readonly PlannedCall<T>[]): Promise<CallOutcome<T>[]> {
    return this.#run(calls, 1);
  }

  async #run<T>(calls: readonly PlannedCall<T>[], concurrency: number): Promise<CallOutcome<T>[]> {
    const outcomes: CallOutcome<T>[] = new Array(calls.length);
    let next = 0;
    const work = async () => {
      while (next < calls.length) {
        const index = next++;
        outcomes[index] = await this.#make(calls[index] as PlannedCall<T>);
      }
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, calls.length) }, work));
    return outcomes;
  }

  async #make<T>({ tool, decision, execute }: PlannedCall<T>): Promise<CallOutcome<T>> {
    const mayRun = decision.kind === 'Execute' || decision.kind === 'ExecuteOnce';
    if (!mayRun) return { kind: 'skipped', because: decision };
    if (!decision.canRepeat) {
      if (this.#calledOnce.has(tool)) return { kind: 'skipped', because: { kind: 'AlreadyCalled' } };
      // before the budget is asked: a tool that is planned twice must not get a second chance
      this.#calledOnce.add(tool);
    }
    const slot = this.#budget.acquire();
    if (slot.kind === 'BudgetExhausted') return { kind: 'skipped', because: slot };
    let answered: (() => void) | undefined;
    try {
      // rejects when the clock has stopped
      answered = await this.#pace.turn();
      return { kind: 'done', value: await execute() };
    } catch (error) {
      return { kind: 'failed', error };
    } finally {
      answered?.();
    }
  }
}
