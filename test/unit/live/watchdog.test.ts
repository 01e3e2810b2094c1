import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { Child } from '../../../src/live/child.ts';
import { builtProgram } from '../../support/packed.ts';
import { isRunning } from '../../support/processes.ts';

const PROGRAM = await builtProgram();
const folder = mkdtempSync(join(tmpdir(), 'mcptest-watchdog-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const server = join(import.meta.dirname, '../../support/stdio-server.mjs');

/** How many shells of this process wait for its end. */
function watchdogs(): number {
  const { stdout } = spawnSync('ps', ['-eo', 'ppid=,stat=,args='], { encoding: 'utf8' });
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  return lines.filter(([parent, state, ...args]) => {
    return (
      parent === String(process.pid) && !state?.startsWith('Z') && args.join(' ').includes('read -r line')
    );
  }).length;
}

async function until(is: () => boolean): Promise<void> {
  while (!is()) await setTimeout(50);
}

/** The ids in a file that a server of the tests writes, once they are there. */
async function idsIn(file: string): Promise<number[]> {
  const text = () => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  };
  await until(() => /\d \d+$/.test(text()));
  return text().split(' ').map(Number);
}

describe.skipIf(process.platform === 'win32')('a server that ignores the end of its input', () => {
  it('is ended with all that it started when mcptest is killed', async () => {
    const file = join(folder, 'ids.txt');
    const told = JSON.stringify({
      stubborn: true,
      grandchild: file,
      tools: [{ name: 'get_a' }],
      answers: { get_a: 'hang' },
    });
    const argv = [...PROGRAM, 'probe', '--timeout', '60s', '--', process.execPath, server, told];
    const mcptest = spawn(process.execPath, argv, { stdio: 'ignore' });
    const ids = await idsIn(file);
    // the watchdog is started while the server is
    await setTimeout(500);
    mcptest.kill('SIGKILL');
    await once(mcptest, 'exit');
    await until(() => !ids.some(isRunning));
    expect(ids).toHaveLength(2);
  });

  it('is ended without a watchdog that stays', async () => {
    const child = new Child(
      { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] },
      () => {},
    );
    await until(() => watchdogs() === 1);
    await child.stop();
    const end = new Child({ command: process.execPath, args: ['-e', ''] }, () => {});
    await setTimeout(0);
    await end.ended;
    await end.stop();
    await until(() => watchdogs() === 0);
    expect(watchdogs()).toBe(0);
  });
});
