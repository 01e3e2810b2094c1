/** The clock of the scheduler. Tests replace it. */
export interface SchedulerClock {
  /** The time in milliseconds; never goes back. */
  now(): number;
  /** Waits. Rejects when the clock stops for good, so no waiting work starts afterwards. */
  sleep(milliseconds: number): Promise<void>;
}
