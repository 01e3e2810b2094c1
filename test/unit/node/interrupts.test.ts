import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { builtProgram } from '../../support/packed.ts';
import { isRunning } from '../../support/processes.ts';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'mcptest-signals-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAM = await builtProgram();

/** Starts a probe whose server does not answer a call, and waits until that is under way. */
async function startProbe(name: string) {
  const [pids, record] = [join(folder, `${name}.pids`), join(folder, `${name}.jsonl`)];
  const tools = [{ name: 'get_a' }];
  const told = JSON.stringify({ tools, record, grandchild: pids, answers: { get_a: 'hang' } });
  const server = [process.execPath, join(root, 'test/support/stdio-server.mjs'), told];
  const probe = spawn(process.execPath, [...PROGRAM, 'probe', '--', ...server]);
  while (!existsSync(record)) await new Promise((resolve) => setTimeout(resolve, 20));
  return { probe, pids: readFileSync(pids, 'utf8').split(' ').map(Number) };
}

describe('a probe that is asked to end', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
    'by %s says so, and leaves no process behind',
    async (signal) => {
      const { probe, pids } = await startProbe(signal);
      let stderr = '';
      probe.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      // a second one, of somebody who is in a hurry, changes nothing
      probe.kill(signal);
      probe.kill(signal);
      const [code] = await once(probe, 'close');
      expect({ code, stderr }).toEqual({ code: 2, stderr: 'error: interrupted\n' });
      expect(pids.map(isRunning)).toEqual([false, false]);
    },
  );
});
