import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';

/** Milliseconds between two looks at the work of another process. */
const PAUSE = 50;

/**
 * Lets the first test file of a run that asks make something, and returns the folder it was given for it. All others
 * wait for it: do not change what is in there.
 */
export async function madeOnce(
  name: string,
  make: (folder: string) => void | Promise<void>,
): Promise<string> {
  const folder = join(inject('sharedFolder'), name);
  const [done, failed] = [`${folder}.done`, `${folder}.failed`];
  if (isFirst(folder)) {
    try {
      await make(folder);
      writeFileSync(done, '');
    } catch (error) {
      writeFileSync(failed, error instanceof Error ? error.message : '');
      throw error;
    }
  }
  while (!existsSync(done)) {
    if (existsSync(failed))
      throw new Error(`another test file could not make ${name}: ${readFileSync(failed)}`);
    await setTimeout(PAUSE);
  }
  return folder;
}

/** Whether no other process has begun: only one can create a folder. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
