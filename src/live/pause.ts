import { setImmediate, setTimeout } from 'node:timers/promises';

/** Waits so many milliseconds beside something else; alone, it does not keep the program running. */
export function pause(milliseconds: number): Promise<void> {
  return setTimeout(milliseconds, undefined, { ref: false });
}

/** Lets what has arrived be heard, signals too, in the midst of long work. Rejects when the work is to be given up. */
export async function breathe(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}
