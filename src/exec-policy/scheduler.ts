import type { BudgetExhausted, CallBudget } from './call-budget.ts';
import type { ExecutionDecision } from './decide.ts';
import { Pace } from './pace.ts';

/** How a run makes its calls. Source: "Policy knobs and defaults" of the execution safety policy. */
export interface ExecutionPolicy {
  /** Lets destructive tools run, once. */
  readonly executeDestructive: boolean;
  /** How many calls in all; undefined is no limit. */
  readonly maxCalls: number | undefined;
  /** How many calls may be in flight at once, 1 or more. */
  readonly concurrency: number;
  /** Milliseconds from the start of one HTTP call to the start of the next. */
  readonly callDelay: number;
}

export const DEFAULT_EXECUTION_POLICY: ExecutionPolicy = {
  executeDestructive: false,
  maxCalls: undefined,
  concurrency: 2,
  callDelay: 100,
};

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

/** Time, as the scheduler needs it; a test has its own. */
export interface SchedulerClock {
  /** Milliseconds that only grow. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export interface SchedulerOptions {
  readonly budget: CallBudget;
  readonly concurrency: number;
  /** 0 where the target is not reached over HTTP. */
  readonly callDelay: number;
  /**
   * How long a call may be on its way, in milliseconds: so long the next one waits for its answer before the delay begins.
   * 0 when left out: the delay is then from start to start, and the server may see a little less.
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
  readonly #options: SchedulerOptions;
  readonly #calledOnce = new Set<string>();
  readonly #pace: Pace;

  constructor(options: SchedulerOptions) {
    if (!(Number.isInteger(options.concurrency) && options.concurrency >= 1)) {
      throw new RangeError(`concurrency must be a whole number, 1 or more, found ${options.concurrency}`);
    }
    if (!(options.callDelay >= 0)) {
      throw new RangeError(`the delay between calls must be 0 or more, found ${options.callDelay}`);
    }
    this.#options = options;
    this.#pace = new Pace(options.callDelay, options.arrival ?? 0, options.clock);
  }

  /** The outcomes, in the order of the calls. Never rejects: a call that fails is an outcome. */
  async run<T>(calls: readonly PlannedCall<T>[]): Promise<CallOutcome<T>[]> {
    const outcomes: CallOutcome<T>[] = new Array(calls.length);
    let next = 0;
    const work = async () => {
      while (next < calls.length) {
        const index = next++;
        outcomes[index] = await this.#make(calls[index] as PlannedCall<T>);
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.#options.concurrency, calls.length) }, work));
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
    const slot = this.#options.budget.acquire();
    if (slot.kind === 'BudgetExhausted') return { kind: 'skipped', because: slot };
    const answered = await this.#pace.turn();
    try {
      return { kind: 'done', value: await execute() };
    } catch (error) {
      return { kind: 'failed', error };
    } finally {
      answered();
    }
  }
}
