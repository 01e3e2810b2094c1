import type { SchedulerClock } from '../time/scheduler-clock.ts';

/** Returns the clock that paces calls. A pause rejects when the signal is aborted. */
export function systemClock(signal: AbortSignal): SchedulerClock {
  return {
    now: () => performance.now(),
    sleep: (milliseconds) =>
      new Promise((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer);
          reject(signal.reason);
        };
        const timer = setTimeout(() => {
          signal.removeEventListener('abort', stop);
          resolve();
        }, milliseconds);
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop, { once: true });
      }),
  };
}
