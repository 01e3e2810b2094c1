import type { SchedulerClock } from '../time/scheduler-clock.ts';
import { type BudgetExhausted, CallBudget } from './call-budget.ts';
import type { ExecutionDecision } from './decide.ts';
import { DEFAULT_KNOBS, type EitherSpelling, readKnobs } from './knobs.ts';
import { Pace } from './pace.ts';

/** How long a request may take to reach a server, in milliseconds. On a busy machine it takes tens of milliseconds. */
export const ARRIVAL = 500;

/** A call that the caller wants to make. */
export interface PlannedCall<T> {
  readonly tool: string;
  readonly decision: ExecutionDecision;
  readonly execute: () => Promise<T>;
}

/** What became of a planned call. */
export type CallOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** No call was made: the policy forbids it, the one allowed call was made before, or the budget is used up. */
  | {
      readonly kind: 'skipped';
      readonly because: ExecutionDecision | { readonly kind: 'AlreadyCalled' } | BudgetExhausted;
    };

/** The budget, limits and clock of a scheduler. */
export interface SchedulerOptions {
  /** Default: a budget of `maxCalls`, without it no limit. */
  readonly budget?: CallBudget;
  /** How many calls may be in flight at once. Default: 2. */
  readonly concurrency?: number;
  /** The most calls of this scheduler. Pass it or `budget`, unless both have the same limit. */
  readonly maxCalls?: number | undefined;
  /** Milliseconds between calls, or a text such as `100ms`. Default: 100. Pass 0 if the target is not reached over HTTP. */
  readonly callDelay?: number | string;
  /**
   * How long a call may take to reach the server, in milliseconds. The delay begins when the answer is back, or after
   * this time. Default: 0, in which case the delay runs from start to start and may be slightly shorter at the server.
   * `mcptest probe` uses {@link ARRIVAL}.
   */
  readonly arrival?: number;
  readonly clock: SchedulerClock;
}

/**
 * Makes planned calls, and checks each one last: a tool that may not run does not run, and a tool that may run once runs
 * once, even if the caller planned it twice. Calls start in the given order. When the budget is used up, no more calls
 * start, and the calls in flight finish.
 * Spec (execution safety): "Policy knobs and defaults".
 */
export class Scheduler {
  readonly #budget: CallBudget;
  readonly #concurrency: number;
  readonly #calledOnce = new Set<string>();
  readonly #pace: Pace;

  /**
   * @param given the knobs in either spelling
   * @throws RangeError on an invalid concurrency, delay or arrival, and on two different limits
   * @throws TypeError on an unknown option
   */
  constructor(given: EitherSpelling<SchedulerOptions>) {
    const options = readKnobs<SchedulerOptions>(given, ['budget', 'arrival', 'clock']);
    const { concurrency = DEFAULT_KNOBS.concurrency, maxCalls, clock, arrival = 0 } = options;
    const callDelay = Number(options.callDelay ?? DEFAULT_KNOBS.callDelay);
    const budget = options.budget ?? new CallBudget(maxCalls);
    if (maxCalls !== undefined && budget.limit !== maxCalls) {
      throw new RangeError(
        `the budget allows ${budget.limit ?? 'any number of'} calls, maxCalls ${maxCalls}`,
      );
    }
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

  /** Makes the calls and returns their outcomes in the same order. Never rejects: a failed call is an outcome. */
  async run<T>(calls: readonly PlannedCall<T>[]): Promise<CallOutcome<T>[]> {
    return this.#run(calls, this.#concurrency);
  }

  /** Makes the calls one at a time, so a tool that changes something never runs next to another. Never rejects. */
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
      // before the budget is checked: a tool that is planned twice must not get a second chance
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
