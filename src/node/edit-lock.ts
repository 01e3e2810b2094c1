import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { block } from './block.ts';
import { beingEdited } from './file-errors.ts';
import { isCode } from './write-beside.ts';

/** How long another edit of the file is waited for, and how often it is looked for, in milliseconds. */
const PATIENCE = 5000;
const PAUSE = 10;

/**
 * Runs an edit of a file while no other edit of it by this program runs: between a look at the file and the rename that
 * replaces it, another could be lost without a word. The lock is a file beside it that holds the number of the process;
 * one that is left of a process that was killed is taken over.
 * @throws InputError when another edit does not end
 */
export function withEditLock<T>(target: string, edit: () => T): T {
  const lock = `${target}.lock`;
  for (let waited = 0; !take(lock); waited += PAUSE) {
    if (waited >= PATIENCE) throw beingEdited(target, lock);
    block(PAUSE);
  }
  try {
    return edit();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
  const owner = ownerOf(lock);
  if (owner !== undefined && !isAlive(owner)) clear(lock, owner);
  return false;
}

/** The process that took the lock; undefined when it is gone, or its owner has not yet written its number. */
function ownerOf(lock: string): number | undefined {
  try {
    return Number(readFileSync(lock, 'utf8')) || undefined;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Whether a process of this number runs. */
export function isAlive(owner: number): boolean {
  try {
    return process.kill(owner, 0);
  } catch (error) {
    // a process of somebody else is alive, too
    return !isCode(error, 'ESRCH');
  }
}

/** Takes a lock away from a process that has ended; one that a living process took meanwhile is given back. */
function clear(lock: string, owner: number): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (ownerOf(aside) !== owner) linkSync(aside, lock);
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'EEXIST')) throw error;
  }
  rmSync(aside, { force: true });
}
