import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../../../support/run-cli.ts';

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'evidence');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

it('makes what examples/evidence has published, byte for byte', async () => {
  const names = ['run.json', 'again.json', 'security.json'];
  const files = Object.fromEntries(names.map((name) => [name, read(name)]));
  const args = ['run.json', '--security', 'security.json', '--reproducible-with', 'again.json'];
  const { exitCode, stdout } = await runCli(['evidence', ...args], { files });
  expect(exitCode).toBe(0);
  expect(stdout).toBe(read('published/evidence.json'));
});
