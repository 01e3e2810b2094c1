import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { secondCore } from '../../../src/node/second-core.ts';

const folder = mkdtempSync(join(os.tmpdir(), 'mcptest-second-core-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

/** Counts with a program that does this in its thread, as the shim in bin/ loads the built one. */
function countWith(body: string, signal = new AbortController().signal): Promise<unknown> {
  vi.spyOn(os, 'availableParallelism').mockReturnValue(2);
  const program = join(folder, 'program.cjs');
  const head = "const { parentPort, workerData } = require('node:worker_threads');";
  const load = `(name) => ({ runThread() { if (name === 'main.cjs') { ${body} } } })`;
  writeFileSync(program, `${head} exports.load = ${load};`);
  return secondCore(program)!.countHalf({ from: 7 }, signal);
}

it('gives the answer of the thread', async () => {
  await expect(countWith('parentPort.postMessage([workerData.input, undefined])')).resolves.toEqual([
    { from: 7 },
    undefined,
  ]);
});

it.each([
  ['fails', "throw new Error('no memory')", 'no memory'],
  ['ends without an answer', '', 'no answer'],
  ['ends the thread', 'process.exit(3)', '3'],
])('is an error when the thread %s', async (_, body, message) => {
  await expect(countWith(body)).rejects.toThrow(message);
});

it('ends a thread whose answer is no longer needed', async () => {
  const stopping = new AbortController();
  const answer = countWith('setInterval(() => {}, 1000)', stopping.signal);
  stopping.abort();
  await expect(answer).rejects.toThrow('aborted');
});

it('is there only with a program to load and a core to run it on', () => {
  vi.spyOn(os, 'availableParallelism').mockReturnValue(1);
  expect(secondCore('program.cjs')).toBeUndefined();
  vi.spyOn(os, 'availableParallelism').mockReturnValue(2);
  expect(secondCore(undefined)).toBeUndefined();
});
