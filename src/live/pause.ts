import { setTimeout } from 'node:timers/promises';

/** Waits so many milliseconds beside something else; alone, it does not keep the program running. */
export function pause(milliseconds: number): Promise<void> {
  return setTimeout(milliseconds, undefined, { ref: false });
}
