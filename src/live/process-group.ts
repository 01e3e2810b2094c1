import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a group may take to end after SIGTERM, in milliseconds. */
const PATIENCE = 1000;

/** How long a group may take to end after SIGKILL, in milliseconds. A busy machine needs a while. */
const COLLECTION = 1000;

const STEP = 20;

/**
 * Ends a process and every process it started: `npx` starts a shell that starts the server, and only the group contains
 * all of them. Sends SIGTERM first, then SIGKILL.
 * @param leader the id of a process that leads its own group (`detached`)
 */
export async function endGroup(leader: number): Promise<void> {
  if (!signalGroup(leader, 'SIGTERM')) return;
  if (await isGoneWithin(leader, PATIENCE)) return;
  // the signal may not have taken effect when this returns
  if (signalGroup(leader, 'SIGKILL')) await isGoneWithin(leader, COLLECTION);
}

/**
 * Waits for the end of a group, up to a limit. A process that waits for a disk cannot be killed, and where no process
 * reaps orphans, as in many containers, they stay in the process list.
 */
async function isGoneWithin(leader: number, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (isGroupAlive(leader)) {
    if (performance.now() >= deadline) return false;
    await sleep(STEP);
  }
  return true;
}

/** Kills a group at once. For a program that is about to exit. */
export function killGroup(leader: number): void {
  signalGroup(leader, 'SIGKILL');
}

/** Returns false when the group no longer exists. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  if (process.platform === 'win32') return endTree(leader, signal);
  try {
    return process.kill(-leader, signal);
  } catch (error) {
    // the group contains a process of another user: it exists, but we may not end it
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a group has a process. On Windows, which has no groups, this is not known: false. */
export function isGroupAlive(leader: number): boolean {
  return signalGroup(leader, 0);
}

/** Windows has no process groups. `taskkill` finds the children itself and always kills. */
function endTree(leader: number, signal: NodeJS.Signals | 0): boolean {
  if (signal === 0) return false;
  const program = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe');
  return spawnSync(program, ['/pid', String(leader), '/t', '/f'], { stdio: 'ignore' }).status === 0;
}
