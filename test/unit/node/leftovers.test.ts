import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/node/files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-leftovers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('an edit removes the leftovers of a killed edit of the same file, and nothing else', () => {
  const { pid: dead } = spawnSync(process.execPath, ['-e', '0']);
  const kept = [
    `rules.yml.${process.pid}-0.tmp`,
    `other.yml.${dead}-0.tmp`,
    `rules.yml.${dead}.tmp`,
    `rules.yml.${dead}-0.tmp.txt`,
    'rules.yml.tmp',
  ];
  for (const name of [...kept, `rules.yml.${dead}-0.tmp`, `rules.yml.${dead}-12.tmp`, 'rules.yml']) {
    writeFileSync(join(folder, name), 'old');
  }
  // a folder of such a name is nobody's temporary file
  mkdirSync(join(folder, `rules.yml.${dead}-1.tmp`));

  nodeFiles().replaceText(join(folder, 'rules.yml'), 'old', 'new');
  expect(readdirSync(folder).sort()).toEqual([...kept, 'rules.yml', `rules.yml.${dead}-1.tmp`].sort());
  expect(readFileSync(join(folder, 'rules.yml'), 'utf8')).toBe('new');
});
