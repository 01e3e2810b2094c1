import { spawnSync } from 'node:child_process';

/** Whether a process is running. A zombie does not count. */
export function isRunning(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
}

/** Returns the processes whose command line contains a text. */
export function processesWith(text: string): string[] {
  const { stdout } = spawnSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes(text) && !line.startsWith('Z'));
}
