import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withEditLock } from '../../../src/node/edit-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcptest-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('withEditLock', () => {
  it('holds the lock during the edit, and removes it afterwards', () => {
    const target = join(folder, 'rules.yml');
    expect(withEditLock(target, () => existsSync(`${target}.lock`))).toBe(true);
    expect(() =>
      withEditLock(target, () => {
        throw new Error('the edit failed');
      }),
    ).toThrow('the edit failed');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes over the lock of a process that was killed', () => {
    const target = join(folder, 'rules.yml');
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    writeFileSync(`${target}.lock`, String(pid));
    expect(withEditLock(target, () => 'done')).toBe('done');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('never takes the lock of a living process', () => {
    const target = join(folder, 'rules.yml');
    writeFileSync(`${target}.lock`, String(process.pid));
    expect(() => withEditLock(target, () => 'done')).toThrow('is being edited by another command');
    expect(readdirSync(folder)).toEqual(['rules.yml.lock']);
  });
});
