import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlive } from './edit-lock.ts';

/**
 * Removes the temporary files of a target that killed processes left: `rules.yml.4711-0.tmp`. Files of a living
 * process stay, and a folder that cannot be listed does not prevent writing.
 */
export function removeLeftovers(target: string): void {
  const folder = dirname(target);
  const prefix = `${basename(target)}.`;
  for (const name of namesIn(folder)) {
    if (!name.startsWith(prefix)) continue;
    const [, owner] = /^(\d{1,10})-\d{1,3}\.tmp$/.exec(name.slice(prefix.length)) ?? [];
    if (owner !== undefined && !isAlive(Number(owner))) remove(join(folder, name));
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // it does no harm
  }
}
