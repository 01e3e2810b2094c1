/**
 * The signals that end a program from outside: Ctrl-C, a request, a closed terminal, Ctrl-\. Windows does not have the
 * last one.
 */
export const INTERRUPTS = (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const).filter(
  (signal) => signal !== 'SIGQUIT' || process.platform !== 'win32',
);

/**
 * Listens to the signals that ask the program to end. The returned function stops listening; then Node ends at once
 * on a signal.
 */
export function onInterrupt(listener: () => void): () => void {
  for (const signal of INTERRUPTS) process.on(signal, listener);
  return () => {
    for (const signal of INTERRUPTS) process.off(signal, listener);
  };
}
