import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { attempt } from '../../../src/errors.ts';
import { nodeFiles } from '../../../src/node/files.ts';
import { collect } from '../../support/collect.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-parts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const MEBIBYTE = 2 ** 20;

it('cuts a file of several pieces, within a line and at its end', async () => {
  const path = join(folder, 'log');
  const lines = Array.from({ length: 4000 }, (_, index) => `${index}:${'é'.repeat(index % 900)}`);
  writeFileSync(path, lines.join('\n'));
  const files = nodeFiles();
  const { size = 0 } = files.plainFile(path) ?? {};
  expect(size).toBeGreaterThan(3 * MEBIBYTE);
  for (const near of [1, MEBIBYTE, 2 * MEBIBYTE, size - 3])
    for (let cut = Math.max(1, near - 3); cut <= near + 3; cut++) {
      const first = await collect(files.readLines(path, { until: cut, isRestKnown: async () => true }));
      const rest = await collect(files.readLines(path, { from: cut }));
      expect(first.flat().length + rest.flat().length).toBe(lines.length);
      expect([...first.flat(), ...rest.flat()].every((line, index) => line === lines[index])).toBe(true);
    }
});

it('lets others be heard while it reads up to a break', async () => {
  const path = join(folder, 'log');
  writeFileSync(path, 'a\n'.repeat(2 * MEBIBYTE));
  let heard = 0;
  const timer = setInterval(() => heard++, 0);
  await collect(nodeFiles().readLines(path, { until: 4 * MEBIBYTE, isRestKnown: async () => true }));
  clearInterval(timer);
  expect(heard).toBeGreaterThan(0);
});

it('reads the bytes of gzip after a break as bytes of a log', async () => {
  const path = join(folder, 'log');
  writeFileSync(path, Buffer.concat([Buffer.from('a\n'), gzipSync('b\n')]));
  const result = await attempt(() => collect(nodeFiles().readLines(path, { from: 2 })));
  expect(result).toMatchObject({ problems: [{ message: 'is not valid UTF-8' }] });
});

it('has no parts for a packed file or a pipe, and does not wait', () => {
  writeFileSync(join(folder, 'log.gz'), gzipSync('a\n'));
  execFileSync('bash', ['-c', `mkfifo ${join(folder, 'pipe')}`]);
  const { plainFile } = nodeFiles();
  expect(plainFile(join(folder, 'log.gz'))).toBeNull();
  expect(plainFile(join(folder, 'pipe'))).toBeNull();
});

it('sees that another file has taken the place of one', () => {
  const [path, other] = [join(folder, 'log'), join(folder, 'other')];
  writeFileSync(path, 'a\n');
  const { plainFile } = nodeFiles();
  const before = plainFile(path);
  writeFileSync(path, 'a\nb\n', { flag: 'a' });
  expect(plainFile(path)?.identity).toBe(before?.identity);
  writeFileSync(other, 'a\n');
  renameSync(other, path);
  expect(plainFile(path)?.identity).not.toBe(before?.identity);
});
