import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a group may take to end after it was asked to, in milliseconds. */
const PATIENCE = 1000;

/** How long a group may take to be gone once it was ended by force, in milliseconds: a busy machine needs a while. */
const COLLECTION = 1000;

const STEP = 20;

/**
 * Ends a process and everything that it has started: `npx` starts a shell that starts the server, and only the group has
 * them all. First by request, then by force.
 * @param leader the id of a process that was started as the leader of a group of its own (`detached`)
 */
export async function endGroup(leader: number): Promise<void> {
  if (!signalGroup(leader, 'SIGTERM')) return;
  if (await isGoneWithin(leader, PATIENCE)) return;
  // the signal is only on its way when this returns
  if (signalGroup(leader, 'SIGKILL')) await isGoneWithin(leader, COLLECTION);
}

/**
 * Waits for the end of a group, and not for ever: a process that waits for a disk cannot be killed, and where nobody
 * collects orphans, as in many containers, they stay in the list of processes.
 */
async function isGoneWithin(leader: number, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (isAlive(leader)) {
    if (performance.now() >= deadline) return false;
    await sleep(STEP);
  }
  return true;
}

/** Ends a group by force, at once: for a program that is about to end itself. */
export function killGroup(leader: number): void {
  signalGroup(leader, 'SIGKILL');
}

/** False when there is no such group any more. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  if (process.platform === 'win32') return endTree(leader, signal);
  try {
    return process.kill(-leader, signal);
  } catch (error) {
    // another user's process in the group: it is there, and not ours to end
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isAlive(leader: number): boolean {
  return signalGroup(leader, 0);
}

/** Windows has no groups; `taskkill` finds the children itself, and knows force only. */
function endTree(leader: number, signal: NodeJS.Signals | 0): boolean {
  if (signal === 0) return false;
  return spawnSync('taskkill', ['/pid', String(leader), '/t', '/f'], { stdio: 'ignore' }).status === 0;
}
