import { InputError } from '../errors.ts';
import type { Ports } from '../ports.ts';

/** What ends work that the user interrupts. */
export interface Interruption {
  /** Aborted, with an InputError as its reason, when the user interrupts the program. */
  readonly signal: AbortSignal;
  /** Listens no more. Call it when the work has ended, whatever came of it. */
  readonly stopListening: () => void;
}

/** Begins to listen for an interruption by the user. */
export function interruption({ onInterrupt }: Pick<Ports, 'onInterrupt'>): Interruption {
  const ending = new AbortController();
  const stopListening = onInterrupt(() => ending.abort(new InputError({ message: 'interrupted' })));
  return { signal: ending.signal, stopListening };
}
