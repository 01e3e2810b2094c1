import { mkdtempSync, rmSync } from 'node:fs';
import { explainWriting } from './write-beside.ts';

/** What ends a program from outside, while it waits for another one. */
const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Lends a folder beside a path that is gone when `use` ends, also when somebody interrupts the program. */
export async function withScratchFolder<T>(beside: string, use: (folder: string) => Promise<T>): Promise<T> {
  // readable for its owner alone, and of a name that nobody has
  const folder = explainWriting(beside, () => mkdtempSync(`${beside}.tmp-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const onInterruption = (signal: NodeJS.Signals) => {
    remove();
    // this listener is gone by now, and the signal does what it does
    process.kill(process.pid, signal);
  };
  for (const signal of INTERRUPTIONS) process.once(signal, onInterruption);
  try {
    return await use(folder);
  } finally {
    for (const signal of INTERRUPTIONS) process.off(signal, onInterruption);
    remove();
  }
}
