/** What ends a program from outside: Ctrl-C, a request, a terminal that closes. */
export const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listens to the signals that ask a program to end; the returned function gives them back to Node, which ends at once. */
export function onInterrupt(listener: () => void): () => void {
  for (const signal of INTERRUPTS) process.on(signal, listener);
  return () => {
    for (const signal of INTERRUPTS) process.off(signal, listener);
  };
}
