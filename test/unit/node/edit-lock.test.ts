import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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

  it('takes over a lock that its process left empty when it was killed, but not one that was just made', () => {
    const target = join(folder, 'rules.yml');
    writeFileSync(`${target}.lock`, '');
    const made = new Date(Date.now() + 60_000);
    utimesSync(`${target}.lock`, made, made);
    expect(() => withEditLock(target, () => 'done')).toThrow('is being edited by another command');
    const long = new Date('2026-06-01T12:00:00Z');
    utimesSync(`${target}.lock`, long, long);
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
