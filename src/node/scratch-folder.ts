import { mkdtempSync, rmSync } from 'node:fs';
import { beforeTheEnd } from './last-acts.ts';
import { explainWriting } from './write-beside.ts';

/** Creates a folder next to a path that is removed when `use` ends, also when the program is interrupted. */
export async function withScratchFolder<T>(beside: string, use: (folder: string) => Promise<T>): Promise<T> {
  // readable only for its owner, with an unused name
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
