/** Time, as the scheduler needs it; a test has its own. */
export interface SchedulerClock {
  /** Milliseconds that only grow. */
  now(): number;
  /** Rejects when the time stops for good: nothing that waits for it starts any more. */
  sleep(milliseconds: number): Promise<void>;
}
