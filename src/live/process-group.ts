import { spawnSync } from 'node:child_process';

/** How long a group may take to end after it was asked to, in milliseconds. */
const PATIENCE = 1000;

const STEP = 20;

/**
 * Ends a process and everything that it has started: `npx` starts a shell that starts the server, and only the group has
 * them all. First by request, then by force.
 * @param leader the id of a process that was started as the leader of a group of its own (`detached`)
 */
export async function endGroup(leader: number): Promise<void> {
  if (!signalGroup(leader, 'SIGTERM')) return;
  for (let waited = 0; waited < PATIENCE; waited += STEP) {
    await new Promise((resolve) => setTimeout(resolve, STEP));
    if (!isAlive(leader)) return;
  }
  signalGroup(leader, 'SIGKILL');
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
