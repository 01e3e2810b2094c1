import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signWithCosign } from '../../../../src/commands/evidence/cosign.ts';
import { readBeside } from '../../../../src/commands/evidence/signature-inputs.ts';
import { attempt } from '../../../../src/errors.ts';
import { nodeFiles } from '../../../../src/node/files.ts';
import type { Ports } from '../../../../src/ports.ts';

const isPosix = process.platform !== 'win32';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-beside-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.runIf(isPosix)('does not wait for a pipe beside an artifact, nor follow links in a circle', async () => {
  const path = join(folder, 'e.json');
  execFileSync('sh', ['-c', 'mkfifo "$@"', '-', `${path}.sig`, `${path}.sigstore.json`]);
  symlinkSync(`${path}.cert`, `${path}.cert`);
  const found = await readBeside(path, nodeFiles());
  expect([...found.keys()]).toEqual(['.sig', '.cert', '.sigstore.json']);
  for (const text of found.values()) expect(text).toHaveProperty('problems');
});

it.runIf(isPosix)('does not wait for a pipe that cosign has left', async () => {
  const processes = {
    run: async (argv: readonly string[]) => {
      execFileSync('sh', ['-c', 'mkfifo "$@"', '-', argv[argv.indexOf('--output-signature') + 1] ?? '']);
      return { kind: 'exited', code: 0, stdout: '', stderr: '' };
    },
  };
  const ports = { files: nodeFiles(), processes, env: {}, stderr: { isTerminal: false } };
  const result = await attempt(() =>
    signWithCosign('text', join(folder, 'e.json'), 1000, ports as unknown as Ports),
  );
  expect(result).toMatchObject({ problems: [{ message: expect.stringContaining('pipe') }] });
});
