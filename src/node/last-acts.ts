import { INTERRUPTS } from './interrupts.ts';

/** What is left to do, the oldest first. */
const acts = new Set<() => void>();

/**
 * Has something done before the program ends, also when it is interrupted: what it has started or put somewhere must not
 * outlive it. The returned function calls it off.
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
  // now the signal does what it does; unless others listen, who decide about the end
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
      // one that fails must not keep the others from being done, and nobody is left to be told
    }
  }
}
