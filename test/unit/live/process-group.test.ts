import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { endGroup } from '../../../src/live/process-group.ts';

/** A group of one process, which is ready once it has said so. */
async function startGroup(program: string): Promise<number> {
  const child = spawn(process.execPath, ['-e', `${program}; console.log(1); setInterval(() => {}, 1000)`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  return child.pid as number;
}

it.each([
  ['ends on request', ''],
  ['has to be ended by force', 'process.on("SIGTERM", () => {})'],
])('a group that %s is gone when its end was waited for', async (_, program) => {
  const leader = await startGroup(program);
  await endGroup(leader);
  expect(() => process.kill(-leader, 0)).toThrow('ESRCH');
});

it('a group that has already ended is not an error', async () => {
  const leader = await startGroup('');
  await endGroup(leader);
  await endGroup(leader);
});
