import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { scenarioCheck } from '../../../../src/commands/scenario/check.ts';
import { InputError } from '../../../../src/errors.ts';
import { nodeFiles } from '../../../../src/node/files.ts';
import type { Ports } from '../../../../src/ports.ts';

const run = JSON.stringify({ turns: [{ tool_calls: [], final_response: 'done' }] });
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-check-'));
  writeFileSync(join(folder, 'a.json'), run);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Checks a suite on disk. Returns the exit code, or the message of the error that ends the command with 2. */
async function check(cassette: unknown): Promise<{ code: number; printed: string } | string> {
  const path = join(folder, 's.yml');
  const suite = { scenarios: [{ name: 's', cassette, expect_unchanged: true }] };
  writeFileSync(path, JSON.stringify(suite));
  let printed = '';
  const output = { isTerminal: false, write: (text: string) => (printed += text) };
  const ports = { files: nodeFiles(), stdout: output, stderr: output, env: {} } as unknown as Ports;
  try {
    return { code: await scenarioCheck(path, {} as Parameters<typeof scenarioCheck>[1], ports), printed };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.message;
  }
}

it.runIf(process.platform !== 'win32').each([
  ['by its name', 'pipe.json'],
  ['with a pointer', 'pipe.json#/0'],
  ['through a link', ['a.json', 'link.json']],
  ['by a glob', 'p*.json'],
])('does not wait for a pipe that the suite names %s', async (_, cassette) => {
  execFileSync('sh', ['-c', 'mkfifo "$1"', '-', join(folder, 'pipe.json')]);
  symlinkSync('pipe.json', join(folder, 'link.json'));
  expect(await check(cassette)).toBe('is a pipe, not a file');
});

it.each(['b.json', './a.json', './/a.json', 'b.json#'])('finds the same recording as %s', async (again) => {
  symlinkSync('a.json', join(folder, 'b.json'));
  expect(await check(['a.json', again])).toMatchObject({
    code: 1,
    printed: expect.stringContaining('is the same recording as `a.json` [duplicate-cassette]'),
  });
  expect(await check('a.json')).toMatchObject({ code: 0 });
});

it('reads a recording once that many scenarios name', async () => {
  const scenarios = Array.from({ length: 20 }, (_, i) => ({
    name: `s${i}`,
    cassette: 'a.json',
    expect_unchanged: true,
  }));
  writeFileSync(join(folder, 's.yml'), JSON.stringify({ scenarios }));
  const files = nodeFiles();
  const reads: string[] = [];
  const readFile = (path: string) => {
    reads.push(path);
    return files.readFile(path);
  };
  const counting = { ...files, readFile };
  const output = { isTerminal: false, write: () => {} };
  const ports = { files: counting, stdout: output, stderr: output, env: {} } as unknown as Ports;
  await scenarioCheck(join(folder, 's.yml'), {} as Parameters<typeof scenarioCheck>[1], ports);
  expect(reads).toEqual([join(folder, 'a.json')]);
});
