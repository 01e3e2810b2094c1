import { mkdtempSync, rmSync } from 'node:fs';
import { beforeTheEnd } from './last-acts.ts';
import { explainWriting } from './write-beside.ts';

/** Lends a folder beside a path that is gone when `use` ends, also when somebody interrupts the program. */
export async function withScratchFolder<T>(beside: string, use: (folder: string) => Promise<T>): Promise<T> {
  // readable for its owner alone, and of a name that nobody has
  const folder = explainWriting(beside, () => mkdtempSync(`${beside}.tmp-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const callOff = beforeTheEnd(remove);
  try {
    return await use(folder);
  } finally {
    callOff();
    remove();
  }
}
