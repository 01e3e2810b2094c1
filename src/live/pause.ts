import { setImmediate, setTimeout } from 'node:timers/promises';

/** Waits for a number of milliseconds. The wait alone does not keep the program running. */
export function pause(milliseconds: number): Promise<void> {
  return setTimeout(milliseconds, undefined, { ref: false });
}

/** Lets pending events and signals be handled during long work. Rejects when the signal is aborted. */
export async function breathe(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}
