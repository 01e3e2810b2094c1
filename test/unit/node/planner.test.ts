import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { planner } from '../../../src/node/planner.ts';

const folder = mkdtempSync(join(os.tmpdir(), 'mcptest-planner-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Plans with a program that does this in its thread, as the shim in bin/ loads the built one. */
function planWith(body: string, timeout = 60_000, signal = new AbortController().signal): Promise<unknown> {
  const program = join(folder, 'program.cjs');
  const head = "const { parentPort, workerData } = require('node:worker_threads');";
  writeFileSync(program, `${head} exports.load = () => ({ runThread() { ${body} } });`);
  return planner(program)!({ tools: [] }, { timeout, signal });
}

it('gives the answer of the thread', async () => {
  await expect(planWith('parentPort.postMessage([workerData.work, workerData.input])')).resolves.toEqual([
    'plan',
    { tools: [] },
  ]);
});

it('ends a thread that never stops, after the timeout', async () => {
  await expect(planWith('for (;;);', 300)).resolves.toBe('timeout');
});

it('ends a thread that never stops, when the user interrupts', async () => {
  const interruption = new AbortController();
  const answer = planWith('for (;;);', 60_000, interruption.signal);
  setTimeout(() => interruption.abort(new Error('interrupted')), 100);
  await expect(answer).rejects.toThrow('interrupted');
});

it('tells memory that ran out from a bug', async () => {
  const fail = (code: string) => planWith(`throw Object.assign(new Error('broken'), { code: '${code}' })`);
  await expect(fail('ERR_WORKER_OUT_OF_MEMORY')).resolves.toBe('out-of-memory');
  await expect(fail('OTHER')).rejects.toThrow('broken');
});

it('is there only with a program to load', () => {
  expect(planner(undefined)).toBeUndefined();
});
