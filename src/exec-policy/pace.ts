import type { SchedulerClock } from '../time/scheduler-clock.ts';

/** How often a call that is waited for is looked at, in milliseconds. */
const STEP = 5;

/** A call that has been let go. */
interface Started {
  readonly at: number;
  /** When its answer came. */
  endedAt?: number;
}

/**
 * Keeps calls apart at the server, where the pause is promised: requests take different times to get there, so that calls
 * which start apart may arrive together. A call has arrived when its answer is there, or after `arrival` milliseconds; the
 * next may start a pause after that. Source: `call_delay`, "polite pause between HTTP calls".
 */
export class Pace {
  readonly #delay: number;
  readonly #arrival: number;
  readonly #clock: SchedulerClock;
  #last: Started | undefined;
  /** Calls start one at a time, so that none slips between a look at the clock and its start. */
  #gate: Promise<void> = Promise.resolve();

  /** @param delay and @param arrival milliseconds, 0 or more; without a delay nothing waits */
  constructor(delay: number, arrival: number, clock: SchedulerClock) {
    this.#delay = delay;
    this.#arrival = arrival;
    this.#clock = clock;
  }

  /**
   * Waits until the next call may start, and takes its place. The returned function is told that its answer came.
   * Rejects when the clock has stopped, and from then on always.
   */
  async turn(): Promise<() => void> {
    if (this.#delay === 0) return () => {};
    const started = this.#gate.then(() => this.#start());
    // a clock that has stopped has stopped for all that come after, too
    this.#gate = started.then(ignore);
    // they are told when they come; until then there is nobody to tell
    this.#gate.catch(ignore);
    const call = await started;
    return () => {
      call.endedAt = this.#clock.now();
    };
  }

  async #start(): Promise<Started> {
    const last = this.#last;
    if (last) {
      const latest = last.at + this.#arrival;
      while (last.endedAt === undefined && this.#clock.now() < latest) {
        await this.#clock.sleep(Math.min(STEP, Math.ceil(latest - this.#clock.now())));
      }
      await this.#sleepUntil(Math.min(last.endedAt ?? latest, latest) + this.#delay);
    }
    this.#last = { at: this.#clock.now() };
    return this.#last;
  }

  async #sleepUntil(time: number): Promise<void> {
    // a timer may ring a little early
    for (let wait = time - this.#clock.now(); wait > 0; wait = time - this.#clock.now()) {
      await this.#clock.sleep(Math.ceil(wait));
    }
  }
}

function ignore(): void {}
