import { linkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { block } from './block.ts';
import { lockedError } from './file-errors.ts';
import { plainFile } from './plain-file.ts';
import { readRegularFile } from './read-file.ts';
import { isCode } from './write-beside.ts';

/** How long an edit waits for another one, and the pause between attempts, in milliseconds. */
const PATIENCE = 5000;
const PAUSE = 10;

/** How long a process may take to write its id into its lock, in milliseconds: after that it was killed before. */
const WRITING = 3000;

/**
 * Runs an edit of a file while no other edit of it by this program runs. Otherwise an edit between the check and the
 * rename could be lost silently. The lock is a file next to the target that contains the process id. The lock of a
 * process that was killed is taken over.
 * @throws InputError if another edit does not end
 */
export function withEditLock<T>(target: string, edit: () => T): T {
  const lock = `${target}.lock`;
  for (let waited = 0; !take(lock); waited += PAUSE) {
    if (waited >= PATIENCE) throw lockedError(target, lock);
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
    // it may have been taken from a process that was stopped for long before it wrote
    return ownerOf(lock) === process.pid;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
  const owner = ownerOf(lock);
  if (owner === undefined ? isLeftEmpty(lock) : !isAlive(owner)) clear(lock, owner);
  return false;
}

/**
 * Returns the process that holds the lock; undefined if the lock is gone, its owner has not yet written its id, or it
 * is not a file, which no edit made: a pipe with its name must not be waited for.
 */
function ownerOf(lock: string): number | undefined {
  try {
    return plainFile(lock) ? Number(readRegularFile(lock)) || undefined : undefined;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Whether a lock has long been empty: its process was killed after it had created the file. */
function isLeftEmpty(lock: string): boolean {
  if (plainFile(lock)?.size !== 0) return false;
  const created = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return created !== undefined && Date.now() - created > WRITING;
}

/** Whether a process with this id is running. */
export function isAlive(owner: number): boolean {
  try {
    return process.kill(owner, 0);
  } catch (error) {
    // a process of another user is alive, too
    return !isCode(error, 'ESRCH');
  }
}

/** Removes the lock of a process that has ended; a lock that a living process took meanwhile is restored. */
function clear(lock: string, owner: number | undefined): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (ownerOf(aside) !== owner) linkSync(aside, lock);
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'EEXIST')) throw error;
  }
  rmSync(aside, { force: true });
}
