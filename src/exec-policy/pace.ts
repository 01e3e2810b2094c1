import type { SchedulerClock } from '../time/scheduler-clock.ts';

/** How often a pending call is checked, in milliseconds. */
const STEP = 5;

/** A call that has started. */
interface Started {
  readonly at: number;
  /** When its answer arrived. */
  endedAt?: number;
}

/**
 * Keeps calls apart as the server sees them. Requests take different times to reach the server, so calls that start
 * apart could arrive together. A call counts as arrived when its answer is back, or after `arrival` milliseconds. The next
 * call starts one pause later. Spec (execution safety): "Policy knobs and defaults", `call_delay`.
 */
export class Pace {
  readonly #delay: number;
  readonly #arrival: number;
  readonly #clock: SchedulerClock;
  #last: Started | undefined;
  /** Calls start one at a time, so no call starts while another one checks the clock. */
  #gate: Promise<void> = Promise.resolve();

  /** @param delay and @param arrival milliseconds, 0 or more; with a delay of 0 no call waits */
  constructor(delay: number, arrival: number, clock: SchedulerClock) {
    this.#delay = delay;
    this.#arrival = arrival;
    this.#clock = clock;
  }

  /**
   * Waits until the next call may start. Call the returned function when the answer to that call has arrived.
   * Once the clock has stopped, every turn rejects.
   */
  async turn(): Promise<() => void> {
    if (this.#delay === 0) return () => {};
    const started = this.#gate.then(() => this.#start());
    // when the clock stops, all later turns reject as well
    this.#gate = started.then(ignore);
    // later turns see the rejection; until one comes, it must not count as unhandled
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
    // a timer may fire slightly early
    for (let wait = time - this.#clock.now(); wait > 0; wait = time - this.#clock.now()) {
      await this.#clock.sleep(Math.ceil(wait));
    }
  }
}

function ignore(): void {}
