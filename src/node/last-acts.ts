import { INTERRUPTS } from './interrupts.ts';

/** The actions left to run, oldest first. */
const acts = new Set<() => void>();

/**
 * Registers an action to run before the program ends, also when it is interrupted: what the program has started or
 * created must not outlive it. The returned function unregisters the action.
 */
export function beforeTheEnd(act: () => void): () => void {
  if (acts.size === 0) {
    for (const signal of INTERRUPTS) process.on(signal, onSignal);
    process.on('exit', doAll);
  }
  acts.add(act);
  return () => {
    if (acts.delete(act) && acts.size === 0) stopListening();
  };
}

function stopListening(): void {
  for (const signal of INTERRUPTS) process.off(signal, onSignal);
  process.off('exit', doAll);
}

function onSignal(signal: NodeJS.Signals): void {
  doAll();
  // the signal takes its default effect, unless other listeners decide about the end
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

function doAll(): void {
  const left = [...acts].reverse();
  acts.clear();
  stopListening();
  for (const act of left) {
    try {
      act();
    } catch {
      // a failed action must not prevent the others, and there is nowhere left to report it
    }
  }
}
