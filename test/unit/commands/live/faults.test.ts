import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../../../support/run-cli.ts';

const SHOP = join(import.meta.dirname, '../../../support/shop-server.mjs');

/** Runs a command against a shop with a fault. */
async function against(fault: string, argv: readonly string[]) {
  const program = [process.execPath, SHOP, JSON.stringify({ fault, eras: ['legacy'] })];
  const { exitCode, stdout, stderr, files } = await runCli([...argv, '--', ...program]);
  return { exitCode, said: stdout + stderr, files };
}

it.each([
  ['twice', /answers request \d twice/],
  ['text-id', /answers request "\d", which was not sent/],
  ['extra-answer', /answers request 4711, which was not sent/],
  ['elicits', /asks `elicitation\/create`, which the client does not offer/],
  ['asks-roots', /asks `roots\/list`, which the client does not offer/],
  ['same-tool-twice', /lists the tool `count_items` more than once/],
])('probe does not accept a server that breaks the protocol: %s', async (fault, words) => {
  const { exitCode, said } = await against(fault, ['probe']);
  expect([exitCode, said]).toEqual([1, expect.stringMatching(words)]);
  expect(said).toContain('the server has faults');
});

it.each([
  ['same-tool-twice', 'note: the server breaks the protocol: it lists the tool `count_items` more than once'],
  ['noise-at-start', 'note: the server prints text to standard output'],
])('scaffold says what it saw of the server: %s', async (fault, note) => {
  const { exitCode, said, files } = await against(fault, ['scaffold', '--out', 's.yml']);
  expect([exitCode, said]).toEqual([0, expect.stringContaining(note)]);
  expect(files).toHaveProperty('s.yml');
});
